import { copyFile, readdir, rm } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { build } from "esbuild";
import { writeLicenses } from "./write-licenses.mjs";

/** Defines `require` for CommonJS packages in an ES module. */
const REQUIRE =
  'import { createRequire as createBundleRequire } from "node:module"; const require = createBundleRequire(import.meta.url);';

/**
 * Bundles a program for Node with everything it imports: the packages of this
 * repository are TypeScript, which Node does not load. Rank tables, if it counts tokens, are copied next to it, and the
 * licenses of the libraries are written next to it.
 * @param {string} entry path from the working directory, such as `src/main.ts`
 * @param {string} outfile likewise, such as `dist/main.mjs`
 * @param {import("esbuild").BuildOptions} [options]
 */
export async function bundle(entry, outfile, options = {}) {
  const { metafile } = await build({
    outdir: dirname(outfile),
    outExtension: { ".js": ".mjs" },
    ...options,
    entryPoints: [{ in: entry, out: basename(outfile, extname(outfile)) }],
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "esm",
    sourcemap: true,
    banner: { js: REQUIRE },
    logLevel: "warning",
    metafile: true,
  });
  await copyRanks(metafile, outfile);
  const name = basename(outfile, extname(outfile));
  // esbuild names modules that it leaves out "(disabled):path".
  const modules = Object.keys(metafile.inputs).filter((path) => !path.startsWith("("));
  await writeLicenses(modules, join(dirname(outfile), `${name}.LICENSES.txt`));
}

/**
 * Omits zod's messages in other languages.
 * @type {import("esbuild").Plugin}
 */
const ENGLISH_ONLY = {
  name: "english-only",
  setup: ({ onLoad }) => {
    onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
  },
};

/**
 * Bundles a program whose start must be fast: what it imports on demand becomes files of their own,
 * `{name}-{hash}.mjs` next to it.
 * @param {string} entry
 * @param {string} outfile
 */
export async function bundleInParts(entry, outfile) {
  const [folder, name] = [dirname(outfile), basename(outfile, extname(outfile))];
  const present = await readdir(folder).catch(() => []);
  for (const each of present) if (each.startsWith(`${name}-`)) await rm(join(folder, each));
  await bundle(entry, outfile, {
    chunkNames: `${name}-[hash]`,
    splitting: true,
    minifyWhitespace: true,
    plugins: [ENGLISH_ONLY],
  });
}

/**
 * @param {import("esbuild").Metafile} metafile
 * @param {string} outfile
 */
async function copyRanks(metafile, outfile) {
  const rankFiles = Object.keys(metafile.inputs).find((input) => input.endsWith("/ranks/rank-files.ts"));
  if (rankFiles === undefined) return;
  for (const name of ["cl100k_base.bin", "o200k_base.bin"]) {
    await copyFile(join(dirname(rankFiles), name), join(dirname(outfile), name));
  }
}
