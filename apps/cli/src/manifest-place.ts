import { existsSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { findVersion, parseArtifactAddress, projectRootOf } from "@baton/core/manifest";
import { listVersions } from "@baton/core/node";
import { CommandError } from "./command-error";
import { explainReadError } from "./input";

export interface ManifestPlace {
  /** Absolute real path of the manifest's folder. */
  directory: string;
  /** Project root that the folder names in manifests are relative to. */
  root: string;
}

/**
 * Locates the manifest at a path.
 *
 * @param path the manifest, its folder, or the address of a version (`artifact://agent/scope@2`); follows links such as `latest`.
 * @param root the project's root; without one, the parent of the nearest folder
 * `artifacts`, else the manifest's own folder.
 * @throws CommandError if the path does not exist or may not be read.
 */
export async function locateManifest(path: string, root?: string): Promise<ManifestPlace> {
  const address = parseArtifactAddress(path);
  if (address) {
    const project = await locateProject(root ?? ".");
    const found = findVersion(
      address,
      await listVersions(project, address.agent),
      ({ manifest }) => manifest.scope,
    );
    if (!found)
      throw new CommandError(`${project} has no ${path}. List the artifacts with baton manifest list.`);
    return { directory: join(project, found.directory), root: project };
  }
  try {
    const real = await realpath(path);
    const directory = (await stat(real)).isDirectory() ? real : dirname(real);
    return { directory, root: root === undefined ? (projectRootOf(directory) ?? directory) : resolve(root) };
  } catch (error) {
    throw explainReadError(error, path);
  }
}

/**
 * Returns the project root of a folder: the folder itself if it contains `artifacts`, else the parent of the
 * nearest folder of that name.
 * @throws CommandError if the folder does not exist or may not be read.
 */
export async function locateProject(folder: string): Promise<string> {
  try {
    const real = await realpath(folder);
    return existsSync(join(real, "artifacts")) ? real : (projectRootOf(real) ?? real);
  } catch (error) {
    throw explainReadError(error, folder);
  }
}
