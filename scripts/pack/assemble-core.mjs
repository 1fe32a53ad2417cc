import { execFile } from "node:child_process";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** Entry points that exist in this repository only. */
const PRIVATE = /^\.\/(?:(?:host|internal)$|test\/)/;
/**
 * The only dependency, because its types are part of Baton's. Other libraries are small, and included in the
 * files.
 */
const DEPENDENCIES = ["zod"];
/** Installed by those who use the entry points that need them. */
const OPTIONAL = ["@babel/parser", "@secretlint/secretlint-rule-preset-recommend", "openai"];

/**
 * Fills a folder with the package `@baton/core`: a file per entry point, and the types of each source file.
 * @param {string} root of the clone
 * @param {string} folder empty
 */
export async function assembleCore(root, folder) {
  const home = join(root, "packages/core");
  const source = join(home, "src");
  const manifest = JSON.parse(await readFile(join(home, "package.json"), "utf8"));
  /** @type {Entry[]} */
  const all = Object.entries(manifest.exports);
  const entries = all.filter(([name]) => !PRIVATE.test(name));
  const input = Object.fromEntries(entries.map(([entry, path]) => [fileOf(entry), join(home, path)]));
  const modules = await buildModules(source, input, folder);
  const ranks = ["read-ranks", "fetch-ranks"].map((name) => [name, join(source, "ranks", `${name}.ts`)]);
  await buildModules(source, Object.fromEntries(ranks), join(folder, "ranks"));
  for (const name of await readdir(join(source, "ranks"))) {
    if (name.endsWith(".bin")) await copyFile(join(source, "ranks", name), join(folder, "ranks", name));
  }
  await buildTypes(
    root,
    entries.map(([, path]) => typesOf(path)),
    join(folder, "types"),
  );
  await writeLicenses(modules, folder);
  await copyFile(join(home, "README.md"), join(folder, "README.md"));
  const published = `${JSON.stringify(publishedManifest(manifest, entries), null, 2)}\n`;
  await writeFile(join(folder, "package.json"), published);
}

/** @typedef {[entry: string, source: string]} Entry such as `["./policy", "./src/policy/index.ts"]` */

/**
 * @param {Record<string, any>} manifest of the package in the repository
 * @param {readonly Entry[]} entries
 */
function publishedManifest(manifest, entries) {
  const { name, version, description, keywords, repository, license, type, sideEffects, dependencies } =
    manifest;
  // Any compatible version: a pinned one would be installed in addition to the application's own.
  const pick = (/** @type {readonly string[]} */ names) =>
    Object.fromEntries(names.map((each) => [each, `^${dependencies[each]}`]));
  return {
    name,
    version,
    description,
    keywords,
    repository,
    license,
    type,
    sideEffects,
    engines: { node: ">=20.19" },
    exports: {
      ...Object.fromEntries(
        entries.map(([entry, path]) => [
          entry,
          {
            types: `./types/${typesOf(path)}`,
            default: `./${fileOf(entry)}.${entry === "./count-worker" ? "mjs" : "js"}`,
          },
        ]),
      ),
      "./package.json": "./package.json",
    },
    imports: { "#ranks": { node: "./ranks/read-ranks.js", default: "./ranks/fetch-ranks.js" } },
    dependencies: pick(DEPENDENCIES),
    peerDependencies: pick(OPTIONAL),
    peerDependenciesMeta: Object.fromEntries(OPTIONAL.map((each) => [each, { optional: true }])),
  };
}

/**
 * The name of the file of an entry point, such as `policy`.
 * @param {string} entry
 */
const fileOf = (entry) => (entry === "." ? "index" : entry.slice(2));

/**
 * The path of the types of a source file, such as `policy/index.d.ts`.
 * @param {string} path
 */
const typesOf = (path) => path.replace(/^\.\/src\//, "").replace(/\.ts$/, ".d.ts");

/**
 * Builds one file per entry point, and files that several share. What `scopeContext` needs is a file of its own, so
 * that an application that only scopes does not load schemas.
 *
 * @param {string} source folder
 * @param {Record<string, string>} input name of a file → its source
 * @param {string} folder
 * @returns {Promise<string[]>} the modules that went in, as absolute paths.
 */
async function buildModules(source, input, folder) {
  const external = new RegExp(`^(?:node:|#ranks$|(?:${[...DEPENDENCIES, ...OPTIONAL].join("|")})(?:/|$))`);
  /** @type {import("rolldown").InputOptions} */
  const options = {
    external,
    platform: "neutral",
    resolve: { mainFields: ["module", "main"], conditionNames: ["import"] },
    treeshake: { moduleSideEffects: false },
  };
  const scoping = new Set(await bundle({ ...options, input: join(source, "scoping/scope-context.ts") }));
  return bundle({ ...options, input }, folder, [
    { name: "scoping", test: (/** @type {string} */ id) => scoping.has(id) },
  ]);
}

/**
 * @param {import("rolldown").InputOptions} options
 * @param {string} [folder] nothing is written without one
 * @param {{ name: string, test: (id: string) => boolean }[]} [groups]
 */
async function bundle(options, folder, groups) {
  // Loaded here, because `npm test` reads this file before the install.
  const { rolldown } = await import("rolldown");
  const build = await rolldown(options);
  const { output } = await build[folder === undefined ? "generate" : "write"]({
    dir: folder,
    // Addresses of files next to a module (workers) stay true because all files are in one folder.
    entryFileNames: ({ name }) => (name === "count-worker" ? "[name].mjs" : "[name].js"),
    chunkFileNames: "[name]-[hash].js",
    ...(groups && { codeSplitting: { groups } }),
    // Readable names, but shortened code without comments: editors show those of the types.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  });
  await build.close();
  return output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
}

/**
 * Writes the types that entries reach; relative imports get the extension that Node's resolution needs.
 * @param {string} root
 * @param {readonly string[]} entries such as `policy/index.d.ts`
 * @param {string} folder
 */
async function buildTypes(root, entries, folder) {
  const all = join(folder, ".all");
  const home = join(root, "packages/core");
  const flags = [
    "--noEmit",
    "false",
    "--declaration",
    "--emitDeclarationOnly",
    "--rootDir",
    join(home, "src"),
  ];
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const project = join(home, "tsconfig.build.json");
  await promisify(execFile)(process.execPath, [tsc, "-p", project, ...flags, "--outDir", all]);
  const waiting = [...entries];
  const written = new Set();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (written.has(path)) continue;
    written.add(path);
    const text = await readFile(join(all, path), "utf8");
    const from = dirname(path);
    const resolved = text.replace(/(from |import\()"(\.[^"]+)"/g, (_, start, specifier) => {
      waiting.push(`${join(from, specifier)}.d.ts`);
      return `${start}"${specifier}.js"`;
    });
    await mkdir(join(folder, from), { recursive: true });
    await writeFile(join(folder, path), resolved);
  }
  await rm(all, { recursive: true });
}

/**
 * Collects the licenses of the libraries whose code is part of the files.
 * @param {readonly string[]} modules absolute paths
 * @param {string} folder
 */
async function writeLicenses(modules, folder) {
  const roots = new Set(
    modules.flatMap((path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []),
  );
  const texts = [];
  for (const root of [...roots].sort()) {
    const { name, version, license, licenses } = JSON.parse(
      await readFile(join(root, "package.json"), "utf8"),
    );
    const file = (await readdir(root)).find((each) => /^licen[cs]e/i.test(each));
    const text =
      file === undefined
        ? `License: ${license ?? licenses[0].type}`
        : await readFile(join(root, file), "utf8");
    texts.push(`${name} ${version}\n\n${text.trim()}\n`);
  }
  await writeFile(join(folder, "THIRD-PARTY-LICENSES"), texts.join(`\n${"-".repeat(80)}\n\n`));
}
