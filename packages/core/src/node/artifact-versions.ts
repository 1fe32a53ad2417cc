import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { leavesFolder } from "../manifest/leaves-folder";
import { HandoffManifest } from "../manifest/manifest";
import { isSameScope } from "../workflow/artifact-directory";
import { ContainedFolder } from "./contained-folder";
import { MANIFEST_FILE, readManifestDocument } from "./manifest-document";

/** A run of an agent with its manifest. */
export interface ArtifactVersion {
  /** Below the project's root, with a slash at its end. */
  readonly directory: string;
  readonly manifest: HandoffManifest;
  /** The manifest's time, in milliseconds since 1970. */
  readonly writtenAt: number;
}

/**
 * Lists the runs of an agent, newest first. Runs with the same scope are versions of an artifact. Omits
 * folders without a readable manifest, and everything outside the project.
 *
 * @param root  project root: the folder with `artifacts`.
 * @param scope as in manifests, ignoring case and punctuation; all runs by default.
 * @throws file system errors if `root` cannot be opened.
 */
export async function listVersions(root: string, agent: string, scope?: string): Promise<ArtifactVersion[]> {
  const folder = await ContainedFolder.open(root);
  const versions: ArtifactVersion[] = [];
  for (const directory of await listRuns(folder, agent)) {
    const version = await readVersion(folder, directory);
    if (version && (scope === undefined || isSameScope(version.manifest.scope, scope)))
      versions.push(version);
  }
  return versions.sort(byAge);
}

/**
 * Returns the newest run of an agent; null without one. Run folders are named by time, so it only reads the
 * runs of the last day.
 *
 * @throws file system errors if `root` cannot be opened.
 */
export async function findNewest(root: string, agent: string): Promise<ArtifactVersion | null> {
  const folder = await ContainedFolder.open(root);
  const runs = (await listRuns(folder, agent)).map((directory) => ({ directory, day: dayOf(directory) }));
  const found: ArtifactVersion[] = [];
  let foundDay: string | null = null;
  for (const { directory, day } of runs.sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))) {
    if (foundDay !== null && day < foundDay) break;
    const version = await readVersion(folder, directory);
    if (!version) continue;
    found.push(version);
    foundDay = day;
  }
  return found.sort(byAge)[0] ?? null;
}

/**
 * Returns the day of a run's name, `20260102` for `2026-01-02T10-30-00Z-sign-in` and for
 * `20260102T103000Z-…`; "" without one.
 */
function dayOf(directory: string): string {
  const name = directory.split("/").at(-2) ?? "";
  return /^\d{8}/.exec(name.replaceAll("-", ""))?.[0] ?? "";
}

function byAge(a: ArtifactVersion, b: ArtifactVersion): number {
  return b.writtenAt - a.writtenAt || (a.directory < b.directory ? 1 : -1);
}

/** Lists the folders of an agent's runs below the root; links such as `latest` are not runs. */
async function listRuns(root: ContainedFolder, agent: string): Promise<string[]> {
  if (agent === "" || agent.includes("/") || leavesFolder(agent)) return [];
  try {
    const entries = await readdir(join(root.path, "artifacts", agent), { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `artifacts/${agent}/${name}/`);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

async function readVersion(root: ContainedFolder, directory: string): Promise<ArtifactVersion | null> {
  const read = await readManifestDocument(root, `${directory}${MANIFEST_FILE}`);
  const manifest = read.state === "read" ? HandoffManifest.safeParse(read.document).data : undefined;
  return manifest ? { directory, manifest, writtenAt: Date.parse(manifest.timestamp) } : null;
}
