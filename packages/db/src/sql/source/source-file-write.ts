import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { source, sourceFile } from "../../schema/index";

export type SourceFile = typeof sourceFile.$inferSelect;

interface FileKey {
  workspaceId: string;
  sourceFileId: number;
}

const isFile = ({ workspaceId, sourceFileId }: FileKey) =>
  and(eq(sourceFile.workspaceId, workspaceId), eq(sourceFile.sourceFileId, sourceFileId));

/** Lists all files of a workspace, including deleted ones, because a file can return. */
export async function listKnownFiles(db: Database, workspaceId: string): Promise<SourceFile[]> {
  const rows = await db
    .select({ file: sourceFile })
    .from(sourceFile)
    .innerJoin(
      source,
      and(eq(source.workspaceId, sourceFile.workspaceId), eq(source.sourceId, sourceFile.sourceId)),
    )
    .where(and(eq(sourceFile.workspaceId, workspaceId), eq(source.kind, "path")));
  return rows.map(({ file }) => file);
}

/** Returns the current state of a file; null if it does not exist. */
export async function readSourceFile(db: Database, key: FileKey): Promise<SourceFile | null> {
  const [row] = await db.select().from(sourceFile).where(isFile(key));
  return row ?? null;
}

/** Returns the same after current readers have committed, and blocks reading until the transaction ends. */
export async function lockSourceFileRow(db: Database, key: FileKey): Promise<SourceFile | null> {
  const [row] = await db.select().from(sourceFile).where(isFile(key)).for("update");
  return row ?? null;
}

/** Serializes matching the files of the workspace; held until the transaction ends. */
export async function lockFileTracking(db: Database, workspaceId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tracking ${workspaceId}`}, 0))`);
}

type NewSourceFile = Pick<
  typeof sourceFile.$inferInsert,
  | "workspaceId"
  | "sourceId"
  | "path"
  | "device"
  | "inode"
  | "fingerprint"
  | "fingerprintLength"
  | "fileSize"
  | "compressedSize"
  | "endFingerprint"
  | "format"
  | "state"
  | "lastError"
>;

/** Adds a new file. */
export async function addSourceFile(db: Database, file: NewSourceFile): Promise<SourceFile> {
  const [row] = await db.insert(sourceFile).values(file).returning();
  if (!row) throw new Error("an insert gives back its row");
  return row;
}

/**
 * Changes the paths of files, all at once: `a.1` may become `a.2` while `a` becomes `a.1`.
 * @param moves of one workspace; no new path belongs to an existing file that does not move.
 */
export async function moveSourceFiles(
  db: Database,
  moves: readonly (FileKey & { path: string; device: string; inode: string })[],
): Promise<void> {
  for (const move of moves) {
    await db
      .update(sourceFile)
      .set({ path: sql`'moving ' || ${sourceFile.sourceFileId}` })
      .where(isFile(move));
  }
  for (const { path, device, inode, ...key } of moves) {
    // Resume a deleted file that has reappeared.
    const state = sql`case when ${sourceFile.state} = 'gone' then 'reading' else ${sourceFile.state} end`;
    await db.update(sourceFile).set({ path, device, inode, state }).where(isFile(key));
  }
}

/** Starts a new generation of a file at the same path. Earlier data belongs to the previous generation. */
export async function beginGeneration(
  db: Database,
  {
    device,
    inode,
    fingerprint,
    fingerprintLength,
    fileSize,
    compressedSize,
    endFingerprint,
    format = null,
    state = "reading",
    lastError = null,
    ...key
  }: FileKey &
    Pick<
      SourceFile,
      | "device"
      | "inode"
      | "fingerprint"
      | "fingerprintLength"
      | "fileSize"
      | "compressedSize"
      | "endFingerprint"
    > &
    Partial<Pick<SourceFile, "format" | "state" | "lastError">>,
): Promise<void> {
  await db
    .update(sourceFile)
    .set({
      device,
      inode,
      fingerprint,
      fingerprintLength,
      fileSize,
      compressedSize,
      endFingerprint,
      format,
      state,
      lastError,
      generation: sql`${sourceFile.generation} + 1`,
      readOffset: 0,
      lineCount: 0,
      cursorFingerprint: null,
      lastOccurredAt: null,
      lastSessionId: null,
      toolVersion: null,
      readerMemory: null,
    })
    .where(isFile(key));
}

/** Updates columns of a file other than its cursor. */
export async function updateSourceFile(
  db: Database,
  {
    format,
    state,
    fileSize,
    compressedSize,
    endFingerprint,
    lastError,
    ...key
  }: FileKey &
    Partial<
      Pick<SourceFile, "format" | "state" | "fileSize" | "compressedSize" | "endFingerprint" | "lastError">
    >,
): Promise<void> {
  const changes = { format, state, fileSize, compressedSize, endFingerprint, lastError };
  await db.update(sourceFile).set(changes).where(isFile(key));
}

/**
 * Locks a file for the rest of the transaction. The lock ends with the transaction, so a killed process frees
 * it when PostgreSQL detects the broken connection, and no lock outlives its rows. Locks the file's row too,
 * so that the file is not deleted before its data is committed.
 *
 * @returns the current file; `busy` if another process has the lock; null if it does not exist.
 */
export async function claimSourceFile(db: Database, key: FileKey): Promise<SourceFile | "busy" | null> {
  const {
    rows: [lock],
  } = await db.execute<{ is_claimed: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${lockName(key)}, 0)) as is_claimed`,
  );
  if (lock?.is_claimed !== true) return "busy";
  return lockSourceFileRow(db, key);
}

/** Claims a file like `claimSourceFile`, but waits until it is free. */
export async function lockSourceFile(db: Database, key: FileKey): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockName(key)}, 0))`);
}

function lockName({ workspaceId, sourceFileId }: FileKey): string {
  return `reading ${workspaceId} ${sourceFileId}`;
}

/** Progress of a batch in a file. The counts are added to the existing ones. */
type CursorAdvance = FileKey &
  Pick<
    SourceFile,
    | "readOffset"
    | "fileSize"
    | "fingerprint"
    | "fingerprintLength"
    | "cursorFingerprint"
    | "lineCount"
    | "lastOccurredAt"
    | "lastSessionId"
  > &
  Partial<Pick<SourceFile, "compressedSize" | "endFingerprint" | "toolVersion" | "readerMemory">> & {
    eventCount: number;
    duplicateCount: number;
    quarantinedCount: number;
    maskedSecretCount: number;
  };

/** Moves a file's cursor in the transaction that stores the rows before it. */
export async function advanceCursor(db: Database, advance: CursorAdvance): Promise<void> {
  const {
    workspaceId,
    sourceFileId,
    eventCount,
    duplicateCount,
    quarantinedCount,
    maskedSecretCount,
    ...cursor
  } = advance;
  await db
    .update(sourceFile)
    .set({
      ...cursor,
      eventCount: sql`${sourceFile.eventCount} + ${eventCount}`,
      duplicateCount: sql`${sourceFile.duplicateCount} + ${duplicateCount}`,
      quarantinedCount: sql`${sourceFile.quarantinedCount} + ${quarantinedCount}`,
      maskedSecretCount: sql`${sourceFile.maskedSecretCount} + ${maskedSecretCount}`,
      lastReadAt: sql`now()`,
      lastError: null,
    })
    .where(isFile({ workspaceId, sourceFileId }));
}
