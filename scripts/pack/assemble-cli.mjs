import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROGRAMS } from "../../packages/launch/index.mjs";

/**
 * Folders of the product, each at the same path as in a clone, so that the programs find one another.
 */
const FOLDERS = [
  "apps/cli/bin",
  "apps/cli/dist",
  "apps/ingest/dist",
  "apps/web/.next/standalone",
  PROGRAMS.migrations,
  PROGRAMS.sample,
];

/**
 * Fills a folder with the package `@baton/cli`: the whole product, built, with PostgreSQL as an optional
 * dependency for each system.
 * @param {string} root of the clone, built
 * @param {string} folder empty
 */
export function assembleCli(root, folder) {
  for (const path of FOLDERS) {
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      // A registry package cannot hold symbolic links.
      dereference: true,
      filter: (source) => !source.endsWith(".map"),
    });
  }
  cpSync(join(root, "apps", "cli", "README.md"), join(folder, "README.md"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(describePackage(root), null, 2)}\n`);
}

/** @param {string} root */
function describePackage(root) {
  const project = readPackage(root, ".");
  const { name, version, description, keywords, bin } = readPackage(root, "apps/cli");
  const { optionalDependencies, devDependencies } = readPackage(root, "packages/db");
  const duckDb = "@duckdb/node-api";
  return {
    name,
    version,
    description,
    keywords,
    license: project.license,
    type: "module",
    engines: project.engines,
    bin: { baton: join("apps", "cli", bin.baton) },
    optionalDependencies,
    // Native and large, and only cold storage loads it.
    peerDependencies: { [duckDb]: devDependencies[duckDb] },
    peerDependenciesMeta: { [duckDb]: { optional: true } },
  };
}

/** @param {string} root @param {string} path */
function readPackage(root, path) {
  return JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));
}
