import { copyFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";

/** Defines `require` for CommonJS packages in an ES module. */
const REQUIRE =
  'import { createRequire as createBundleRequire } from "node:module"; const require = createBundleRequire(import.meta.url);';

/**
 * Bundles a program for Node with everything it imports: the packages of this
 * repository are TypeScript, which Node does not load. Rank tables, if it counts tokens, are copied next to it.
 * @param {string} entry path from the working directory, such as `src/main.ts`
 * @param {string} outfile likewise, such as `dist/main.mjs`
 * @param {import("esbuild").Plugin[]} [plugins]
 */
export async function bundle(entry, outfile, plugins = []) {
  const { metafile } = await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "esm",
    sourcemap: true,
    banner: { js: REQUIRE },
    plugins,
    logLevel: "warning",
    metafile: true,
  });
  const rankFiles = Object.keys(metafile.inputs).find((input) => input.endsWith("/ranks/rank-files.ts"));
  if (rankFiles === undefined) return;
  for (const name of ["cl100k_base.bin", "o200k_base.bin"]) {
    await copyFile(join(dirname(rankFiles), name), join(dirname(outfile), name));
  }
}
