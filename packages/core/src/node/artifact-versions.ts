import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { leavesFolder } from "../manifest/leaves-folder";
import { HandoffManifest } from "../manifest/manifest";
import { isSameScope } from "../workflow/artifact-directory";
import { ContainedFolder } from "./contained-folder";
import { MANIFEST_FILE, readManifestDocument } from "./manifest-document";

/** A run of an agent that left a manifest behind. */
export interface ArtifactVersion {
  /** Below the project's root, with a slash at its end. */
  readonly directory: string;
  readonly manifest: HandoffManifest;
  /** The manifest's time, in milliseconds since 1970. */
  readonly writtenAt: number;
}

/**
 * Lists the runs of an agent, the newest first. Runs over one scope are versions of one artifact. Folders without a manifest that
 * can be read are left out, and so is what leads out of the project.
 *
 * @param root  the project's root: the folder that holds `artifacts`.
 * @param scope as manifests word it, letter case and punctuation aside; all runs where none is named.
 * @throws what the file system throws where `root` cannot be opened.
 */
export async function listVersions(root: string, agent: string, scope?: string): Promise<ArtifactVersion[]> {
  const folder = await ContainedFolder.open(root);
  try {
    const versions: ArtifactVersion[] = [];
    for (const directory of await listRuns(folder, agent)) {
      const manifest = await readManifest(folder, directory);
      if (manifest && (scope === undefined || isSameScope(manifest.scope, scope))) {
        versions.push({ directory, manifest, writtenAt: Date.parse(manifest.timestamp) });
      }
    }
    return versions.sort(byAge);
  } finally {
    await folder.close();
  }
}

function byAge(a: ArtifactVersion, b: ArtifactVersion): number {
  return b.writtenAt - a.writtenAt || (a.directory < b.directory ? 1 : -1);
}

/** The folders of an agent's runs, below the root; links such as `latest` are no runs. */
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

async function readManifest(root: ContainedFolder, directory: string): Promise<HandoffManifest | null> {
  const read = await readManifestDocument(root, `${directory}${MANIFEST_FILE}`);
  return read.state === "read" ? (HandoffManifest.safeParse(read.document).data ?? null) : null;
}
