import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { copyFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { writeLicenses } from "../write-licenses.mjs";

/** Entry points that exist in this repository only. */
const PRIVATE = /^\.\/(?:(?:host|internal)$|test\/)/;
/**
 * The only dependency, because its types are part of Baton's. Other libraries are small, and included in the
 * files.
 */
const DEPENDENCIES = ["zod"];
/**
 * Installed by those who use the entry points that need them, with the next major version that Baton works with: npm
 * refuses to install an application whose own version is outside the range, even if it does not use the entry point.
 * @type {Record<string, string>}
 */
const OPTIONAL = { "@babel/parser": " || ^8.0.0", "@opentelemetry/api": "", openai: " || ^7.0.0" };

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
  const input = {
    ...Object.fromEntries(entries.map(([entry, path]) => [fileOf(entry), join(home, path)])),
    "no-secrets": join(source, "content/no-secrets.ts"),
  };
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
  await writeLicenses(modules, join(folder, "THIRD-PARTY-LICENSES"));
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
            types: `./types/${flatten(typesOf(path))}`,
            default: `./${fileOf(entry)}.${entry === "./count-worker" ? "mjs" : "js"}`,
          },
        ]),
      ),
      "./package.json": "./package.json",
    },
    imports: {
      "#ranks": { node: "./ranks/read-ranks.js", default: "./ranks/fetch-ranks.js" },
      "#secrets": { node: "./secret-scanner.js", default: "./no-secrets.js" },
    },
    dependencies: pick(DEPENDENCIES),
    peerDependencies: Object.fromEntries(
      Object.entries(pick(Object.keys(OPTIONAL))).map(([each, range]) => [each, range + OPTIONAL[each]]),
    ),
    peerDependenciesMeta: Object.fromEntries(Object.keys(OPTIONAL).map((each) => [each, { optional: true }])),
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
 * The name of a file of types in the package, such as `policy_index.d.ts`: folders would take as much space as files.
 * @param {string} path
 */
const flatten = (path) => path.replaceAll("/", "_");

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
  const external = new RegExp(
    `^(?:node:|#ranks$|#secrets$|(?:${[...DEPENDENCIES, ...Object.keys(OPTIONAL)].join("|")})(?:/|$))`,
  );
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
    // A file takes 4 kB of a disk, and some modules have a line. Those that import nothing cannot be in a cycle.
    { name: "small", test: importsNothing(source), minShareCount: 2, maxModuleSize: 700 },
  ]);
}

/**
 * @param {string} source folder
 * @returns {(id: string) => boolean} whether a module is in the folder and imports nothing
 */
function importsNothing(source) {
  return (id) => id.startsWith(source) && !/^(?:import|export) .*\bfrom\b/m.test(readFileSync(id, "utf8"));
}

/**
 * @param {import("rolldown").InputOptions} options
 * @param {string} [folder] nothing is written without one
 * @param {import("rolldown").CodeSplittingGroup[]} [groups]
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
  /** @type {Map<string, string>} path → text, with imports relative to the folder */
  const texts = new Map();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (texts.has(path)) continue;
    const text = await readFile(join(all, path), "utf8");
    texts.set(
      path,
      text.replace(/(from |import\()"(\.[^"]+)"/g, (_, start, specifier) => {
        const target = `${join(dirname(path), specifier)}.d.ts`;
        waiting.push(target);
        return `${start}"./${target}"`;
      }),
    );
  }
  for (const [name, text] of mergeTypes(texts, new Set(entries))) await writeFile(join(folder, name), text);
  await rm(all, { recursive: true });
}

const MERGED = "all.d.ts";
const IMPORT = /^import (?:type )?\{([^}]*)\} from "([^"]+)";\n/gm;
const DECLARED =
  /^(?:export )?(?:declare )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) ([\w$]+)/gm;

/**
 * Merges the files of types that only declare names of their own, because a small file takes as much space as one of
 * 4 kB. Files that pass on names of others stay, and those that declare a name that another file declares too.
 * @param {ReadonlyMap<string, string>} texts path → text
 * @param {ReadonlySet<string>} entries paths
 * @returns {Map<string, string>} name → text
 */
function mergeTypes(texts, entries) {
  const namesOf = (/** @type {string} */ text) => [
    ...new Set([...text.matchAll(DECLARED)].map((match) => match[1])),
  ];
  /** @type {Map<string | undefined, number>} name → files that declare it */
  const uses = new Map();
  for (const text of texts.values())
    for (const name of namesOf(text)) uses.set(name, (uses.get(name) ?? 0) + 1);
  const merged = new Set();
  for (const [path, text] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const isPlain = !/^export (?:type )?(?:\{[^}]+\}|\*)| as [\w$]+[ ,][^;]*\} from "\./m.test(text);
    if (!entries.has(path) && isPlain && namesOf(text).every((name) => uses.get(name) === 1))
      merged.add(path);
  }
  const place = (/** @type {string} */ text) =>
    text.replace(/(from |import\()"\.\/([^"]+)"/g, (_, start, target) => {
      const name = merged.has(target) ? MERGED : flatten(target);
      return `${start}"./${name.replace(/\.d\.ts$/, ".js")}"`;
    });
  /** @type {Map<string, Set<string>>} file → names */
  const imports = new Map();
  const bodies = [...merged].map((path) =>
    place(
      (texts.get(path) ?? "").replace(IMPORT, (_, listed, from) => {
        if (merged.has(from.slice(2))) return "";
        const names = imports.get(from) ?? new Set();
        for (const name of listed.split(",")) names.add(name.trim().replace(/^type /, ""));
        imports.set(from, names);
        return "";
      }),
    ),
  );
  const header = [...imports].map(([from, names]) =>
    place(`import { ${[...names].join(", ")} } from "${from}";\n`),
  );
  /** @type {Map<string, string>} */
  const files = new Map([[MERGED, [...header, ...bodies].join("")]]);
  for (const [path, text] of texts) if (!merged.has(path)) files.set(flatten(path), place(text));
  return files;
}
