import { and, asc, eq, gte, lt, ne, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { postedBatch, quarantinedLine, sourceFile, workspace } from "../../schema/index";
import { lockFileTracking, type SourceFile } from "./source-file-write";
import { registerSource } from "./source-write";

/** Address that lines are posted to. The posts of an API key to an address form one virtual file. */
export interface PostedPlace {
  workspaceId: string;
  /** Prefix of the API key. */
  prefix: string;
  /** The path of the request, `/v1/events`. */
  address: string;
  format: string;
}

/**
 * Returns the virtual file of posted lines, locked until the transaction ends. Creates it if it is missing.
 *
 * @param tx a transaction.
 * @returns null if the workspace was deleted.
 */
export async function claimPostedFile(
  tx: Database,
  { workspaceId, prefix, address, format }: PostedPlace,
): Promise<SourceFile | null> {
  const root = `http:${prefix}`;
  const path = root + address;
  const known = await findPostedFile(tx, workspaceId, path);
  if (known) return known;
  // Wait for the deletion of a workspace instead of adding data to it.
  await lockFileTracking(tx, workspaceId);
  const [owner] = await tx
    .select({ workspaceId: workspace.workspaceId })
    .from(workspace)
    .where(eq(workspace.workspaceId, workspaceId));
  if (!owner) return null;
  const sourceId = await registerSource(tx, { workspaceId, root, kind: "http" });
  await tx.insert(sourceFile).values({ workspaceId, sourceId, path, format }).onConflictDoNothing();
  return findPostedFile(tx, workspaceId, path);
}

async function findPostedFile(tx: Database, workspaceId: string, path: string): Promise<SourceFile | null> {
  const [file] = await tx
    .select()
    .from(sourceFile)
    .where(
      and(eq(sourceFile.workspaceId, workspaceId), eq(sourceFile.path, path), ne(sourceFile.state, "gone")),
    )
    .for("update");
  return file ?? null;
}

/**
 * Aborts a transaction that waits too long for others, the disk or this process, because a client waits for
 * the response.
 *
 * @param tx a transaction.
 */
export async function limitWaiting(tx: Database): Promise<void> {
  await tx.execute(sql`select set_config('lock_timeout', '5s', true), set_config('statement_timeout', '10s', true),
    set_config('idle_in_transaction_session_timeout', '10s', true)`);
}

export type PostedBatch = Omit<typeof postedBatch.$inferSelect, "postedAt">;

/** Returns the batch that was stored under an idempotency key; null without one. */
export async function findPostedBatch(
  db: Database,
  {
    workspaceId,
    sourceFileId,
    idempotencyKey,
  }: Pick<PostedBatch, "workspaceId" | "sourceFileId" | "idempotencyKey">,
): Promise<PostedBatch | null> {
  const [batch] = await db
    .select()
    .from(postedBatch)
    .where(
      and(
        eq(postedBatch.workspaceId, workspaceId),
        eq(postedBatch.sourceFileId, sourceFileId),
        eq(postedBatch.idempotencyKey, idempotencyKey),
      ),
    );
  return batch ?? null;
}

/** Lifetime of an idempotency key. */
const REMEMBERED = sql`interval '7 days'`;

/**
 * Stores a batch under its idempotency key, and deletes those of the same source older than seven days.
 * @param tx the transaction that stores the batch's lines.
 */
export async function addPostedBatch(tx: Database, batch: PostedBatch): Promise<void> {
  const { workspaceId, sourceFileId } = batch;
  await tx
    .delete(postedBatch)
    .where(
      and(
        eq(postedBatch.workspaceId, workspaceId),
        eq(postedBatch.sourceFileId, sourceFileId),
        lt(postedBatch.postedAt, sql`now() - ${REMEMBERED}`),
      ),
    );
  await tx.insert(postedBatch).values(batch);
}

/** The lines of a batch that are in quarantine, in their order. */
export async function listBadLines(
  db: Database,
  {
    workspaceId,
    sourceFileId,
    startSequence,
    endSequence,
  }: Pick<PostedBatch, "workspaceId" | "sourceFileId" | "startSequence" | "endSequence">,
): Promise<{ lineNumber: number; code: string; reason: string }[]> {
  return db
    .select({
      lineNumber: quarantinedLine.lineNumber,
      code: quarantinedLine.code,
      reason: quarantinedLine.reason,
    })
    .from(quarantinedLine)
    .where(
      and(
        eq(quarantinedLine.workspaceId, workspaceId),
        eq(quarantinedLine.sourceFileId, sourceFileId),
        gte(quarantinedLine.sequence, startSequence),
        lt(quarantinedLine.sequence, endSequence),
      ),
    )
    .orderBy(asc(quarantinedLine.sequence));
}
