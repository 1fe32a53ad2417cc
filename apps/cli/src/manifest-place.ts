import { existsSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { projectRootOf } from "@baton/core";
import { explainReadError } from "./input";

export interface ManifestPlace {
  /** The folder of the manifest, absolute, after symlinks. */
  directory: string;
  /** The project's root, below which manifests name their folders. */
  root: string;
}

/**
 * Where a manifest lies that a person named.
 *
 * @param path the manifest, or its folder; a link such as `latest` is followed.
 * @param root the project's root; without one, the parent of the nearest folder
 *   `artifacts`, else the manifest's own folder.
 * @throws CommandError where there is nothing at the path, or it may not be read.
 */
export async function locateManifest(path: string, root?: string): Promise<ManifestPlace> {
  try {
    const real = await realpath(path);
    const directory = (await stat(real)).isDirectory() ? real : dirname(real);
    return { directory, root: root === undefined ? (projectRootOf(directory) ?? directory) : resolve(root) };
  } catch (error) {
    throw explainReadError(error, path);
  }
}

/**
 * The root of the project that a folder stands for: itself where it holds `artifacts`, else
 * the parent of the nearest folder of that name.
 *
 * @throws CommandError where there is no such folder, or it may not be read.
 */
export async function locateProject(folder: string): Promise<string> {
  try {
    const real = await realpath(folder);
    return existsSync(join(real, "artifacts")) ? real : (projectRootOf(real) ?? real);
  } catch (error) {
    throw explainReadError(error, folder);
  }
}
