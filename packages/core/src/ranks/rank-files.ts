import type { Encoding } from "../tokens/encoding";

/**
 * Rank tables, compressed (raw deflate). They are next to this module; in a bundle, next to the program. Webpack,
 * Turbopack, Vite and Rollup copy them there because the addresses are literals; for esbuild, copy them yourself.
 */
export const RANK_FILES: Readonly<Record<Encoding, URL>> = {
  cl100k_base: new URL("./cl100k_base.bin", import.meta.url),
  o200k_base: new URL("./o200k_base.bin", import.meta.url),
};
