import { execFile } from "node:child_process";
import { copyFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** The adapters of frameworks: their folders in `packages/adapters`. */
export const ADAPTERS = ["openai-agents", "langgraph", "ai-sdk", "claude-agent-sdk", "mastra"];

/**
 * Fills a folder with the package of an adapter: one module, and its types. The framework and `@baton/core` are peers, so
 * that the application decides about their versions.
 * @param {string} name of `ADAPTERS`
 * @param {string} root of the clone
 * @param {string} folder empty
 */
export async function assembleAdapter(name, root, folder) {
  const home = join(root, "packages", "adapters", name);
  const manifest = JSON.parse(await readFile(join(home, "package.json"), "utf8"));
  const needsCore = "@baton/core" in manifest.dependencies;
  const module = needsCore ? "index.js" : "index.mjs";
  if (needsCore) await bundleAlone(join(home, "src/index.ts"), join(folder, module));
  else await bundleWithAll(join(home, "src/index.ts"), join(folder, module));
  await writeTypes(root, home, folder);
  await copyFile(join(home, "README.md"), join(folder, "README.md"));
  const {
    name: packageName,
    version,
    description,
    keywords,
    repository,
    license,
    type,
    sideEffects,
  } = manifest;
  const published = {
    ...{ name: packageName, version, description, keywords, repository, license, type, sideEffects },
    engines: { node: ">=20.19" },
    exports: {
      ".": { types: "./types/index.d.ts", default: `./${module}` },
      "./package.json": "./package.json",
    },
    peerDependencies: {
      ...manifest.peerDependencies,
      ...(needsCore ? { "@baton/core": `^${version}` } : {}),
    },
  };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
}

/**
 * @param {string} input
 * @param {string} file
 */
async function bundleAlone(input, file) {
  // Loaded here, because `npm test` reads this file before the install.
  const { rolldown } = await import("rolldown");
  const build = await rolldown({ input, external: /^[^./]/, platform: "node" });
  await build.write({ file });
  await build.close();
}

/**
 * Includes the core, for an adapter without it as a peer.
 * @param {string} input
 * @param {string} file
 */
async function bundleWithAll(input, file) {
  const { bundleInParts } = await import("../bundle.mjs");
  await bundleInParts(input, file);
  for (const name of await readdir(dirname(file))) {
    if (name.endsWith(".map")) await rm(join(dirname(file), name));
  }
}

/**
 * @param {string} root
 * @param {string} home
 * @param {string} folder
 */
async function writeTypes(root, home, folder) {
  const types = join(folder, "types");
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const flags = [
    "--noEmit",
    "false",
    "--declaration",
    "--emitDeclarationOnly",
    "--rootDir",
    join(home, "src"),
  ];
  const project = join(home, "tsconfig.build.json");
  await promisify(execFile)(process.execPath, [tsc, "-p", project, ...flags, "--outDir", types]);
  for (const file of await readdir(types)) {
    const path = join(types, file);
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace(/(from |import\()"(\.[^"]+)"/g, '$1"$2.js"'));
  }
  await rm(join(types, ".tsbuildinfo"), { force: true });
}
