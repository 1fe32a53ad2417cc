import { createHash } from "node:crypto";
import { fromStorableText, toStorableText } from "@baton/server/storable-text";
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { erasedFile, erasure, handoff } from "../../schema/index";
import { isAmong } from "../statement/is-among";

/** Returns the hex SHA-256 of a name in UTF-8, by which an erasure recognizes it later. */
export function hashName(name: string): string {
  return createHash("sha256").update(fromStorableText(name)).digest("hex");
}

/** Waits for erasures in progress in the workspace, and blocks new ones until the transaction ends. */
export async function blockErasure(db: Database, workspaceId: string): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock_shared(hashtextextended(${`taking in ${workspaceId}`}, 0))`,
  );
}

/** Waits for batches being stored in the workspace, and blocks new ones until the transaction ends. */
export async function blockStoring(db: Database, workspaceId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`taking in ${workspaceId}`}, 0))`);
}

/** The erased data of a workspace, as hashes of names ({@link hashName}). */
interface ErasedNames {
  sessions: ReadonlySet<string>;
  agents: ReadonlySet<string>;
  isWorkspaceErased: boolean;
}

/** Lists the erasures of a workspace; null without any. */
export async function listErasedNames(db: Database, workspaceId: string): Promise<ErasedNames | null> {
  const rows = await db
    .select({ kind: erasure.kind, hash: erasure.subjectSha256 })
    .from(erasure)
    .where(
      and(
        eq(erasure.workspaceId, workspaceId),
        // An erased workspace can start again, but its old files stay out.
        or(inArray(erasure.kind, ["session", "agent"]), isNull(erasure.finishedAt)),
      ),
    );
  if (rows.length === 0) return null;
  const hashesOf = (kind: string) => new Set(rows.filter((row) => row.kind === kind).map(({ hash }) => hash));
  return {
    sessions: hashesOf("session"),
    agents: hashesOf("agent"),
    isWorkspaceErased: hashesOf("workspace").size > 0,
  };
}

/** Returns which of these handoffs are stored. @param eventIds as in their records. */
export async function listStoredHandoffs(
  db: Database,
  workspaceId: string,
  eventIds: readonly string[],
): Promise<string[]> {
  if (eventIds.length === 0) return [];
  const found = await db
    .select({ eventId: handoff.eventId })
    .from(handoff)
    .where(and(eq(handoff.workspaceId, workspaceId), isAmong(handoff.eventId, eventIds.map(toStorableText))));
  return found.map(({ eventId }) => fromStorableText(eventId));
}

/** Returns which of the paths belong to completely erased files. */
export async function findErasedFiles(db: Database, workspaceId: string): Promise<(path: string) => boolean> {
  const rows = await db
    .select({ hash: erasedFile.pathSha256 })
    .from(erasedFile)
    .where(eq(erasedFile.workspaceId, workspaceId));
  if (rows.length === 0) return () => false;
  const hashes = new Set(rows.map(({ hash }) => hash));
  return (path) => hashes.has(hashName(path));
}
