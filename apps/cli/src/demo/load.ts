import { type Database, getWorkspace, listSourceStatuses } from "@baton/db";
import { deleteWorkspace, ensureWorkspace } from "@baton/db/write";
import { ingestPaths } from "@baton/ingest/pipeline";
import type { SampleFile, SampleRelease } from "@baton/sample";
import { publishReleases } from "./publish-releases";
import { deleteRemoval, isLoaded, markLoaded, rememberRemoval, removeSample, writeSample } from "./write";

/** ID of the workspace with the sample. The product labels its pages as sample data. */
export const SAMPLE_WORKSPACE = "sample";

/** Returns true if the database contains a folder's whole sample. */
export async function isSampleThere(db: Database, folder: string): Promise<boolean> {
  return isLoaded(folder) && (await getWorkspace(db, { workspaceId: SAMPLE_WORKSPACE })) !== null;
}

/** Numbers of stored sample rows. */
interface SampleCounts {
  events: number;
  quarantined: number;
  masked_secrets: number;
}

/**
 * Writes a sample into a folder and imports it like any other source. Replaces an earlier sample.
 *
 * @param releases are published before, as of now: the audit log cannot have other times.
 * @param onBytes receives the bytes read and the total.
 * @returns the stored numbers, also if another running Baton that follows the folder imported it.
 */
export async function loadSample(
  db: Database,
  folder: string,
  files: readonly SampleFile[],
  {
    releases,
    signal,
    onBytes,
  }: {
    releases: readonly SampleRelease[];
    signal: AbortSignal;
    onBytes: (done: number, total: number) => void;
  },
): Promise<SampleCounts> {
  await removeSample(folder);
  await deleteWorkspace(db, { workspaceId: SAMPLE_WORKSPACE });
  await deleteRemoval(folder);
  await writeSample(folder, files);
  await ensureWorkspace(db, { workspaceId: SAMPLE_WORKSPACE, name: "Sample", isSample: true });
  await publishReleases(db, SAMPLE_WORKSPACE, releases);
  await ingestPaths({
    db,
    workspaceId: SAMPLE_WORKSPACE,
    paths: [folder],
    signal,
    onProgress: ({ doneBytes, totalBytes }) => onBytes(doneBytes, totalBytes),
  });
  if (!signal.aborted) await markLoaded(folder);
  const sources = await listSourceStatuses(db, { workspaceId: SAMPLE_WORKSPACE, now: Date.now() });
  const sum = (count: (source: (typeof sources)[number]) => number) =>
    sources.reduce((total, source) => total + count(source), 0);
  return {
    events: sum(({ eventCount }) => eventCount),
    quarantined: sum(({ quarantinedCount }) => quarantinedCount),
    masked_secrets: sum(({ maskedSecretCount }) => maskedSecretCount),
  };
}

/** Removes the sample from the database and its files from the folder, and remembers that. */
export async function unloadSample(db: Database, folder: string): Promise<boolean> {
  await removeSample(folder);
  const wasThere = await deleteWorkspace(db, { workspaceId: SAMPLE_WORKSPACE });
  await rememberRemoval(folder);
  return wasThere;
}
