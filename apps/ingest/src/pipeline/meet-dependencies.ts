import { dirname } from "node:path";
import { type ArtifactType, resolveDependencies } from "@baton/core/manifest";
import { ContainedFolder } from "@baton/core/node";
import { listWaitingManifests, revertUnresolved } from "@baton/db/write";
import { checkLine } from "./check-line";
import { ifGone } from "./check-manifest";
import type { IngestContext } from "./ingest-context";
import { MAX_LINE_BYTES } from "./read-lines";

/** Time spent on the other manifests that wait for a new one. The rest waits for its own next validation. */
const MAX_MILLISECONDS = 5_000;

/** The first manifest of an agent in a project. */
interface FirstManifest {
  workspaceId: string;
  projectRoot: string;
  path: string;
  fromAgent: string;
  artifactType: ArtifactType | null;
  writtenAt: Date;
}

/**
 * Removes the findings of manifests that waited for one of this agent, without validating the rest of them: a
 * hundred new manifests that each validated a hundred others took a minute.
 */
export async function meetDependencies(
  { db }: Pick<IngestContext, "db">,
  { workspaceId, projectRoot, path, fromAgent, artifactType, writtenAt }: FirstManifest,
): Promise<void> {
  const document = {
    from_agent: fromAgent,
    artifact_type: artifactType,
    timestamp: writtenAt.toISOString(),
  };
  const end = performance.now() + MAX_MILLISECONDS;
  for (const waiting of await listWaitingManifests(db, { workspaceId, projectRoot }, fromAgent)) {
    if (waiting.path === path) continue;
    if (performance.now() > end) return;
    const { dependencies } = resolveDependencies([
      { id: path, document },
      { id: waiting.path, document: await readDocument(waiting.path) },
    ]);
    const met = dependencies
      .filter(({ manifestId, resolvedTo }) => manifestId === waiting.path && resolvedTo === path)
      .map(({ index }) => index);
    if (met.length > 0) await revertUnresolved(db, { workspaceId, ...waiting }, met);
  }
}

/** Returns null if the file is no longer a document; earlier findings then stay. */
async function readDocument(path: string): Promise<unknown> {
  const folder = await ContainedFolder.open(dirname(path)).catch(ifGone);
  if (!folder) return null;
  const file = await folder.read("manifest.json", MAX_LINE_BYTES);
  const checked = file.state === "read" ? checkLine(file.bytes) : null;
  return checked?.ok ? checked.json : null;
}
