import { realpath } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@baton/db";
import { ensureWorkspace, markScanned, registerSource, updateSourceFile } from "@baton/db/write";
import { createContext } from "./create-context";
import { FileFaults } from "./file-faults";
import { ingestBatch } from "./ingest-batch";
import {
  addCounts,
  type BatchCounts,
  type BatchOutcome,
  type IngestContext,
  NO_COUNTS,
} from "./ingest-context";
import { listFiles } from "./list-files";
import { type SourcedFile, type TrackedFile, trackFiles } from "./track-files";

/** Result of one file in this run. */
export interface FileReport extends BatchCounts {
  path: string;
  format: string | null;
  /** Reason if nothing was read; null if the file was read now or earlier. */
  notRead: string | null;
  /** True if Baton supports the format but could not read the file to its end. */
  hasFailed: boolean;
  /** Bytes after the last newline, which wait for the end of their line. */
  waitingBytes: number;
}

export interface IngestReport {
  workspaceId: string;
  files: FileReport[];
  /** The sessions that got new events. */
  sessionIds: string[];
}

interface IngestProgress {
  fileCount: number;
  fileIndex: number;
  path: string;
  totalBytes: number;
  doneBytes: number;
}

interface IngestPathsOptions {
  db: Database;
  workspaceId: string;
  /** Files and folders; each becomes a source of the workspace. */
  paths: readonly string[];
  storesContent?: boolean;
  onProgress?: (progress: IngestProgress) => void;
  /** Stops after the current batch. */
  signal?: AbortSignal;
}

/**
 * Imports all files and folders and resolves at their end. Skips data imported before. Creates the workspace
 * if it is missing.
 *
 * @throws if a path is missing or unreadable; nothing is registered then.
 */
export async function ingestPaths(options: IngestPathsOptions): Promise<IngestReport> {
  const { db, workspaceId, storesContent = true, signal } = options;
  const context = createContext({ db, storesContent });
  const roots = await Promise.all(options.paths.map((path) => realpath(path)));
  const listings: { root: string; listed: Awaited<ReturnType<typeof listFiles>> }[] = [];
  for (const root of new Set(roots)) listings.push({ root, listed: await listFiles(root) });

  await ensureWorkspace(db, { workspaceId });
  const files: SourcedFile[] = [];
  for (const { root, listed } of listings) {
    const sourceId = await registerSource(db, { workspaceId, root, storesContent });
    await markScanned(db, { workspaceId, sourceId, error: null });
    for (const file of listed) files.push({ ...file, sourceId });
  }
  const isListed = (path: string) => roots.some((root) => path === root || path.startsWith(`${root}/`));
  const listAgain = async () => (await Promise.all(listings.map(({ root }) => listFiles(root)))).flat();
  const tracking = await trackFiles(db, {
    workspaceId,
    files,
    isListed,
    isUnchanged: () => false,
    wasThere: () => false,
    listAgain,
  });
  const sessionIds = new Set<string>();
  const report: IngestReport = {
    workspaceId,
    sessionIds: [],
    files: tracking.skipped.map(({ path, reason }) => ({ ...emptyReport(path), notRead: reason })),
  };
  const totalBytes = sumUnread(tracking.files);
  let doneBytes = 0;
  const queue = tracking.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const [fileIndex, file] of queue.entries()) {
    if (signal?.aborted) break;
    const onBatch = ({
      byteCount,
      sessionIds: ids,
    }: {
      byteCount: number;
      sessionIds: readonly string[];
    }) => {
      doneBytes += byteCount;
      for (const id of ids) sessionIds.add(id);
      options.onProgress?.({ fileCount: queue.length, fileIndex, path: file.path, totalBytes, doneBytes });
    };
    onBatch({ byteCount: 0, sessionIds: [] });
    report.files.push(await ingestFile(context, file, onBatch, signal));
  }
  report.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  report.sessionIds = [...sessionIds].sort();
  return report;
}

/** Time for another ingest process to commit its batch of the same file. */
const BUSY_MILLISECONDS = 100;

async function ingestFile(
  context: IngestContext,
  file: TrackedFile,
  onBatch: (outcome: Extract<BatchOutcome, { status: "read" }>) => void,
  signal: AbortSignal | undefined,
): Promise<FileReport> {
  const report = emptyReport(file.path);
  if (file.notRead) return { ...report, format: file.notRead.format, notRead: file.notRead.reason };
  const faults = new FileFaults();
  while (!signal?.aborted) {
    const outcome = await tryBatch(context, file, faults);
    if (outcome.status === "failed") return { ...report, notRead: outcome.message, hasFailed: true };
    if (outcome.status === "retry") continue;
    if (outcome.status === "busy") {
      await sleep(BUSY_MILLISECONDS);
      continue;
    }
    if (outcome.status === "changed")
      return { ...report, notRead: "it changed while it was read; run it again" };
    if (outcome.status === "undecided") return { ...report, notRead: "it has no complete line yet" };
    if (outcome.status === "not_read") return { ...report, format: outcome.format, notRead: outcome.reason };
    file.readOffset = outcome.readOffset;
    addCounts(report, outcome);
    report.format = outcome.format;
    report.waitingBytes = outcome.isAtEnd ? outcome.fileSize - outcome.readOffset : 0;
    onBatch(outcome);
    if (outcome.isAtEnd) break;
  }
  return report;
}

/** Reads the next batch of a file. A file that fails repeatedly gets an error message. */
async function tryBatch(
  context: IngestContext,
  file: TrackedFile,
  faults: FileFaults,
): Promise<BatchOutcome | { status: "retry" } | { status: "failed"; message: string }> {
  try {
    return await ingestBatch(faults.contextFor(context, file), file);
  } catch (error) {
    const fault = faults.add(file, error);
    if (!fault) throw error;
    if (!fault.isFinal) return { status: "retry" };
    const { workspaceId, sourceFileId } = file;
    await updateSourceFile(context.db, { workspaceId, sourceFileId, lastError: fault.message });
    return { status: "failed", message: fault.message };
  }
}

function emptyReport(path: string): FileReport {
  return { path, format: null, notRead: null, hasFailed: false, waitingBytes: 0, ...NO_COUNTS };
}

function sumUnread(files: readonly TrackedFile[]): number {
  return files.reduce((sum, file) => sum + (file.notRead ? 0 : Math.max(0, file.size - file.readOffset)), 0);
}
