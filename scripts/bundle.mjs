import { copyFile, readdir, readFile, rm } from "node:fs/promises";
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

const IMPORT = /^import \{([^}]*)\} from "((?:@baton\/|\.)[^"]*)";$/gm;
const RE_EXPORT = /^export \{([^}]*)\} from "(\.[^"]*)";$/gm;

/**
 * Keeps parts small. esbuild takes all of an index that any part uses into each part that imports the index, so that names
 * come from their own files here. The object `z` has all of zod, but esbuild keeps only the used
 * part of a namespace.
 * @type {import("esbuild").Plugin}
 */
const SMALL_PARTS = {
  name: "small-parts",
  setup: ({ onLoad, resolve }) => {
    /** @type {Map<string, Promise<Map<string, string>>>} */
    const indexes = new Map();
    const find = async (/** @type {string} */ from, /** @type {string} */ importer) =>
      (await resolve(from, { kind: "import-statement", resolveDir: dirname(importer) })).path;
    const readIndex = async (/** @type {string} */ path) => {
      const files = new Map();
      if (!path.endsWith(".ts")) return files;
      for (const [, names = "", from = ""] of (await readFile(path, "utf8")).matchAll(RE_EXPORT)) {
        const file = await find(from, path);
        for (const name of listNames(names)) files.set(name, file);
      }
      return files;
    };
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      let contents = text.replace('import { z } from "zod";', 'import * as z from "zod";');
      for (const [statement, names = "", from = ""] of text.matchAll(IMPORT)) {
        const target = await find(from, path);
        if (!indexes.has(target)) indexes.set(target, readIndex(target));
        const files = await indexes.get(target);
        const imports = listNames(names).map((name) => [name, files?.get(name)]);
        if (imports.some(([, file]) => file === undefined)) continue;
        const direct = imports.map(([name, file]) => `import { ${name} } from ${JSON.stringify(file)};`);
        contents = contents.replace(statement, direct.join(" "));
      }
      return { contents, loader: "ts" };
    });
  },
};

/**
 * @param {string} names of an import or export, without types
 */
function listNames(names) {
  return names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "));
}

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
    minify: true,
    plugins: [ENGLISH_ONLY, SMALL_PARTS],
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
