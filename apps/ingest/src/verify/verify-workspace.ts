import { type Database, listSources } from "@baton/db";
import { listKnownFiles, readSourceFile } from "@baton/db/write";
import { DIFFERENCES, type Difference } from "./difference";
import { type FileVerdict, verifyFile } from "./verify-file";

interface VerifyOptions {
  db: Database;
  workspaceId: string;
  /** Receives each difference when it is found; there can be many. */
  onDifference: (difference: Difference) => void;
  onFile?: (verdict: FileVerdict) => void;
  /** In bytes. */
  onProgress?: (progress: { doneBytes: number; totalBytes: number; path: string }) => void;
  /** Stops after the current file. */
  signal?: AbortSignal;
}

/** Totals over all files of a workspace. */
export interface VerifyReport {
  fileCount: number;
  uncheckedCount: number;
  notReadCount: number;
  lineCount: number;
  blankCount: number;
  eventLineCount: number;
  quarantinedCount: number;
  droppedCount: number;
  formerLineCount: number;
  waitingBytes: number;
  differenceCount: number;
}

/**
 * Compares all sources of a workspace with the database: each line must exist exactly once, as an event or in
 * quarantine, with the hash it has in its file. Files can grow meanwhile; each is compared with one snapshot.
 * Writes nothing.
 */
export async function verifyWorkspace(options: VerifyOptions): Promise<VerifyReport> {
  const { db, workspaceId, onDifference, onFile, onProgress, signal } = options;
  const posted = new Set(
    (await listSources(db, { workspaceId })).flatMap(({ kind, sourceId }) =>
      kind === "http" ? [sourceId] : [],
    ),
  );
  const files = (await listKnownFiles(db, workspaceId)).sort((a, b) => (a.path < b.path ? -1 : 1));
  const read = files.filter(({ state }) => state !== "not_read");
  const totalBytes = read.reduce((sum, { readOffset }) => sum + readOffset, 0);
  const report = emptyReport();
  report.notReadCount = files.length - read.length;
  let doneBytes = 0;
  for (const { sourceFileId, readOffset } of read) {
    if (signal?.aborted) break;
    const end = doneBytes + readOffset;
    const verdict = await db.transaction(
      async (tx) => {
        const file = await readSourceFile(tx, { workspaceId, sourceFileId });
        if (!file) return null;
        const { path } = file;
        return verifyFile(tx, file, {
          isPosted: posted.has(file.sourceId),
          note: (code, place, message = DIFFERENCES[code]) =>
            onDifference({
              code,
              path,
              message,
              lineNumber: place?.lineNumber ?? null,
              offset: place?.offset ?? null,
            }),
          onBytes: (count) => {
            doneBytes += count;
            onProgress?.({ doneBytes, totalBytes, path });
          },
        });
      },
      { isolationLevel: "repeatable read", accessMode: "read only" },
    );
    doneBytes = end;
    if (!verdict) continue;
    add(report, verdict);
    onFile?.(verdict);
  }
  return report;
}

function emptyReport(): VerifyReport {
  return {
    fileCount: 0,
    uncheckedCount: 0,
    notReadCount: 0,
    lineCount: 0,
    blankCount: 0,
    eventLineCount: 0,
    quarantinedCount: 0,
    droppedCount: 0,
    formerLineCount: 0,
    waitingBytes: 0,
    differenceCount: 0,
  };
}

function add(report: VerifyReport, verdict: FileVerdict): void {
  report.fileCount += 1;
  report.uncheckedCount += verdict.unchecked === null ? 0 : 1;
  report.lineCount += verdict.lineCount;
  report.blankCount += verdict.blankCount;
  report.eventLineCount += verdict.eventLineCount;
  report.quarantinedCount += verdict.quarantinedCount;
  report.droppedCount += verdict.droppedCount;
  report.formerLineCount += verdict.formerLineCount;
  report.waitingBytes += verdict.waitingBytes;
  report.differenceCount += verdict.differenceCount;
}
