import type { AuditAnchor, AuditRecord } from "@baton/core";
import { and, asc, eq, gt } from "drizzle-orm";
import type { Database } from "../client";
import { auditHead, auditLog } from "../schema/index";

/** Rows that are read at once where a whole chain is. */
const PAGE = 1_000;

/**
 * The audit log of a workspace from its first row on, as it is hashed and exported. Read in pages, so that a log of any length takes
 * no more memory than one.
 */
export async function* listAuditChain(
  db: Database,
  { workspaceId }: { workspaceId: string },
): AsyncGenerator<AuditRecord> {
  for (let after = 0; ; ) {
    const rows = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.workspaceId, workspaceId), gt(auditLog.sequence, after)))
      .orderBy(asc(auditLog.sequence))
      .limit(PAGE);
    yield* rows.map(toAuditRecord);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.sequence;
  }
}

/** The last row of the log as it was kept apart when that was written; null where there is none. */
export async function getAuditHead(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<AuditAnchor | null> {
  const [head] = await db
    .select({ sequence: auditHead.sequence, hash: auditHead.hash })
    .from(auditHead)
    .where(eq(auditHead.workspaceId, workspaceId));
  return head ?? null;
}

/** The ids of all workspaces that have a log, those that were deleted too. */
export async function listAuditedWorkspaces(db: Database): Promise<string[]> {
  const rows = await db
    .select({ workspaceId: auditHead.workspaceId })
    .from(auditHead)
    .orderBy(asc(auditHead.workspaceId));
  return rows.map(({ workspaceId }) => workspaceId);
}

/** A row of the table as it is hashed. */
export function toAuditRecord(row: typeof auditLog.$inferSelect): AuditRecord {
  return {
    workspace_id: row.workspaceId,
    sequence: row.sequence,
    occurred_at: row.occurredAt.toISOString(),
    actor_id: row.actorId,
    actor_name: row.actorName,
    action: row.action,
    subject: row.subject,
    details: row.details,
    previous_hash: row.previousHash,
    hash: row.hash,
  };
}
