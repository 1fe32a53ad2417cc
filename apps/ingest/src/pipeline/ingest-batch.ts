import { type FileHandle, open } from "node:fs/promises";
import { claimSourceFile, type SourceFile, updateSourceFile } from "@baton/db/write";
import { formatNamed } from "../sources/index";
import { isContinued } from "./file-identity";
import type { BatchOutcome, IngestContext } from "./ingest-context";
import { ingestDocument } from "./ingest-document";
import { ingestLines } from "./ingest-lines";
import { judgeFile } from "./judge-file";

/**
 * Reads the next batch of a file into the database: its rows, and the cursor that stands for them, in one transaction.
 *
 * The file is claimed by an advisory lock of that transaction, and the cursor is read under it. So any number of
 * processes may share a file, batch by batch; each sees how far the last one came; and nothing needs to be freed when
 * one of them dies.
 */
export async function ingestBatch(
  context: IngestContext,
  key: { workspaceId: string; sourceFileId: number },
): Promise<BatchOutcome> {
  return context.db.transaction(async (tx) => {
    const file = await claimSourceFile(tx, key);
    if (file === "busy") return { status: "busy" };
    if (!file) return { status: "changed" };
    const handle = await openIfThere(file.path);
    if (!handle) return { status: "changed" };
    try {
      if (!(await isAsTracked(handle, file))) return { status: "changed" };
      const inTransaction = { ...context, db: tx, pool: context.db };
      return await ingestClaimed(inTransaction, file, handle);
    } finally {
      await handle.close();
    }
  });
}

async function ingestClaimed(
  context: IngestContext & { pool: IngestContext["db"] },
  file: SourceFile,
  handle: FileHandle,
): Promise<BatchOutcome> {
  const format = file.format === null ? null : formatNamed(file.format);
  if (file.state === "not_read" || format?.kind === "unread") {
    return { status: "not_read", format: file.format, reason: file.lastError ?? "" };
  }
  if (format) {
    return format.kind === "lines"
      ? ingestLines(context, file, handle, format)
      : ingestDocument(context, file, handle, format);
  }
  const verdict = await judgeFile(handle, file.path);
  if (verdict === null) return { status: "undecided" };
  const { workspaceId, sourceFileId } = file;
  if ("notRead" in verdict) {
    const { name, reason } = verdict.notRead;
    await updateSourceFile(context.db, {
      ...{ workspaceId, sourceFileId, format: name, state: "not_read", lastError: reason },
    });
    return { status: "not_read", format: name, reason };
  }
  await updateSourceFile(context.db, { workspaceId, sourceFileId, format: verdict.format.name });
  return ingestClaimed(context, { ...file, format: verdict.format.name }, handle);
}

async function isAsTracked(handle: FileHandle, file: SourceFile): Promise<boolean> {
  const { dev, ino } = await handle.stat({ bigint: true });
  return String(dev) === file.device && String(ino) === file.inode && (await isContinued(handle, file));
}

/** The file is there and cannot be opened: a fault of its own, not of the database. */
export class UnreadableFileError extends Error {
  override name = "UnreadableFileError";
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, "r");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new UnreadableFileError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
