import { parseTimestamp } from "@baton/core/internal";
import { phaseOf, projectRootOf } from "@baton/core/manifest";
import { getRollout, notifyRows } from "@baton/db";
import {
  findManifestAt,
  listFirstManifests,
  lockProject,
  type SourceFile,
  upsertManifest,
} from "@baton/db/write";
import { recheckManifest } from "@baton/services/artifact/recheck-manifest";
import { storeManifestFiles } from "@baton/services/artifact/store-manifest-files";
import { storeDocumentFindings } from "@baton/services/content/store-content-findings";
import { isDocumentErased } from "@baton/services/erasure/erased-text";
import { sha256Of } from "../sha256";
import type { ManifestFacts } from "../sources/source-format";
import { checkManifest } from "./check-manifest";
import type { IngestContext } from "./ingest-context";
import { meetDependencies } from "./meet-dependencies";
import { storedKeyOrNull } from "./stored-key";

/** A manifest whose document was parsed and masked. */
interface ReadManifest {
  facts: ManifestFacts;
  text: string;
  sha256: string;
  /** Last change of the file. */
  mtime: Date;
}

/**
 * Validates and stores a manifest, and removes findings of manifests that waited for it.
 *
 * @param file with the generation that is stored.
 * @returns false if the same manifest was already stored, or an agent in it was erased.
 */
export async function storeManifest(
  context: IngestContext,
  { workspaceId, sourceFileId, generation, path }: SourceFile,
  { facts, text, sha256, mtime }: ReadManifest,
): Promise<boolean> {
  const { db, storesContent } = context;
  const { projectRoot, manifestTokens, toAgents, artifactType } = facts;
  const fromAgent = storedKeyOrNull(facts.fromAgent);
  const project = { workspaceId, projectRoot };
  await lockProject(db, workspaceId, projectRoot);
  const { rollout } = await getRollout(db, { workspaceId });
  const time = parseTimestamp(facts.timestamp, Date.now());
  const writtenAt = time.ok ? new Date(time.milliseconds) : mtime;
  const others = await listFirstManifests(db, project, path);
  const isFirst = !others.some((other) => other.fromAgent === fromAgent && other.writtenAt <= writtenAt);
  const checked = await checkManifest(context, { ...project, path }, rollout);
  const stored = {
    workspaceId,
    sourceFileId,
    path,
    sha256,
    projectRoot,
    manifestTokens,
    fromAgent,
    artifactType,
    ...(checked?.validation ?? { phase: phaseOf(rollout, fromAgent) }),
    manifestId: sha256Of(`${path}\n${sha256}`),
    toAgents: toAgents.map((agent) => storedKeyOrNull(agent) ?? ""),
    scope: storedKeyOrNull((storesContent ? facts.scope : null) ?? facts.scopeOfFolder),
    writtenAt,
    text: storesContent ? text : null,
  };
  const agents = [fromAgent, ...stored.toAgents];
  const isErased = await isDocumentErased(db, { workspaceId, agents, text: stored.text });
  // An erasure waits for these files before it deletes manifests.
  if (checked && !isErased) await storeManifestFiles(db, stored, checked.fileTexts);
  const isNew = !isErased && (await upsertManifest(db, stored));
  if (isNew) {
    await storeDocumentFindings(db, {
      ...stored,
      generation,
      texts: [
        stored.text,
        checked?.validation.sourcesText ?? null,
        ...(checked?.fileTexts ?? []).map((file) => JSON.stringify({ [file.path]: file.text })),
      ],
      from: fromAgent,
      to: stored.toAgents,
    });
  }
  // Only an agent's first manifest satisfies dependencies.
  if (isFirst && fromAgent !== null) {
    await meetDependencies(context, { ...project, path, fromAgent, artifactType, writtenAt });
  }
  return isNew;
}

/**
 * Validates a stored manifest again, with the current state of its files and the current phase of its agent.
 */
export async function recheckStoredManifest(
  context: IngestContext,
  { workspaceId, path, fingerprint }: SourceFile,
): Promise<void> {
  const stored = await findManifestAt(context.db, { workspaceId, path });
  // The file may have changed since, so its new content does not describe the stored manifest.
  if (!stored || stored.sha256 !== fingerprint) return;
  const hasChanged = await recheck(context, {
    workspaceId,
    projectRoot: projectRootOf(path) ?? "/",
    ...stored,
  });
  if (hasChanged) {
    await notifyRows(context.db, { workspaceId, sessionIds: [], hasHandoffs: false, hasQuarantined: false });
  }
}

async function recheck(
  context: IngestContext,
  stored: { workspaceId: string; projectRoot: string; path: string; manifestId: string },
): Promise<boolean> {
  const { db } = context;
  // A manifest that arrives now would remove findings that this validation then restores.
  await lockProject(db, stored.workspaceId, stored.projectRoot);
  const { rollout } = await getRollout(db, stored);
  const checked = await checkManifest(context, stored, rollout);
  if (checked === null) return false;
  const hasOtherFiles = await storeManifestFiles(db, stored, checked.fileTexts);
  return (await recheckManifest(db, stored, checked.validation)) || hasOtherFiles;
}
