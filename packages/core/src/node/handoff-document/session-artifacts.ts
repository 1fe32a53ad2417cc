import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Finding } from "../../finding";
import { type Feature, parseFeatureList } from "../../handoff-document/feature-list";
import { ContainedFolder } from "../contained-folder";

/**
 * Files that a session of an agent leaves for the next: a progress log, a feature list, an environment
 * script.
 */
export const SESSION_ARTIFACTS = {
  progressLog: "claude-progress.txt",
  featureList: "feature_list.json",
  environmentScript: "init.sh",
} as const;

export interface SessionArtifacts {
  progressLog: string | null;
  /** Null if the list is missing or unreadable. */
  features: Feature[] | null;
  /** Reasons why an existing list is unreadable. */
  featureListFindings: Finding[];
  environmentScript: { text: string; isExecutable: boolean } | null;
  /** The names of missing artifacts. */
  missing: string[];
}

/**
 * Reads the three artifacts in a project root, if they are files of at most 8 MiB inside the project.
 *
 * @throws file system errors if `root` is not a folder.
 */
export async function readSessionArtifacts(root: string): Promise<SessionArtifacts> {
  const folder = await ContainedFolder.open(root);
  const read = async (name: string) => {
    const file = await folder.read(name);
    return file.state === "read" ? file.bytes.toString("utf8") : null;
  };
  const progressLog = await read(SESSION_ARTIFACTS.progressLog);
  const list = await read(SESSION_ARTIFACTS.featureList);
  const script = await read(SESSION_ARTIFACTS.environmentScript);
  const parsed = list === null ? null : parseFeatureList(list);
  return {
    progressLog,
    features: parsed?.ok ? parsed.features : null,
    featureListFindings: parsed && !parsed.ok ? parsed.findings : [],
    environmentScript:
      script === null
        ? null
        : { text: script, isExecutable: await isExecutable(folder, SESSION_ARTIFACTS.environmentScript) },
    missing: [
      ...(progressLog === null ? [SESSION_ARTIFACTS.progressLog] : []),
      ...(list === null ? [SESSION_ARTIFACTS.featureList] : []),
      ...(script === null ? [SESSION_ARTIFACTS.environmentScript] : []),
    ],
  };
}

async function isExecutable(folder: ContainedFolder, name: string): Promise<boolean> {
  return ((await stat(join(folder.path, name))).mode & 0o111) !== 0;
}
