import { dirname } from "node:path";
import { type ArtifactType, resolveDependencies } from "@baton/core";
import { openRun } from "@baton/core/node";
import { listWaitingManifests, takeBackUnresolved } from "@baton/db/write";
import { checkLine } from "./check-line";
import type { IngestContext } from "./ingest-context";
import { ifGone } from "./judge-manifest";
import { MAX_LINE_BYTES } from "./read-lines";

/**
 * So long others are looked at for one manifest that comes: those that are left
 * wait until they are judged again themselves.
 */
const MAX_MILLISECONDS = 5_000;

/** The first manifest of an agent in a project. */
export interface FirstManifest {
  workspaceId: string;
  projectRoot: string;
  path: string;
  fromAgent: string;
  artifactType: ArtifactType | null;
  writtenAt: Date;
}

/**
 * Takes back what was found of manifests that waited for one of this agent. Nothing
 * else of them is looked at: where each that comes had a hundred judged with all their
 * files, a hundred of a few lines took a minute.
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
    if (met.length > 0) await takeBackUnresolved(db, { workspaceId, ...waiting }, met);
  }
}

/** Null where it is none any more, which says nothing of what was found of it. */
async function readDocument(path: string): Promise<unknown> {
  const folder = await openRun(dirname(path)).catch(ifGone);
  if (!folder) return null;
  try {
    const file = await folder.read("manifest.json", MAX_LINE_BYTES);
    const checked = file.state === "read" ? checkLine(file.bytes) : null;
    return checked?.ok ? checked.json : null;
  } finally {
    await folder.close();
  }
}
