import { execFile } from "node:child_process";
import { copyFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** The adapters of frameworks: their folders in `packages/adapters`. */
export const ADAPTERS = ["openai-agents", "langgraph", "ai-sdk"];

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
  const { rolldown } = await import("rolldown");
  const build = await rolldown({ input: join(home, "src/index.ts"), external: /^[^./]/, platform: "node" });
  await build.write({ file: join(folder, "index.js") });
  await build.close();
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
      ".": { types: "./types/index.d.ts", default: "./index.js" },
      "./package.json": "./package.json",
    },
    peerDependencies: { ...manifest.peerDependencies, "@baton/core": `^${version}` },
  };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
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
