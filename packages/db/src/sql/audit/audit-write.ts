import { type AuditAction, type AuditRecord, chainAuditRecord } from "@baton/server/audit";
import { toStorableText } from "@baton/server/storable-text";
import { eq, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { auditHead, auditLog } from "../../schema/index";

/** The actor: a person with their account ID, or a part of Baton. */
export interface AuditActor {
  id: string | null;
  name: string;
}

/** Actions of Baton itself, on a schedule or when a time is reached. */
export const BATON_ACTOR: AuditActor = { id: null, name: "Baton" };

interface AuditEntry {
  workspaceId: string;
  actor: AuditActor;
  action: AuditAction;
  /** The object, as a user would name it: `version 8`, `agent builder`, `key ci (bk_4f2a)`. */
  subject: string;
  /** Any JSON: `before` and `after` of a change, and `reason` if given. Never a secret, never log content. */
  details?: Readonly<Record<string, unknown>>;
}

/**
 * Adds an entry to a workspace's audit log, in the transaction of the change that it records.
 * @param tx a transaction. Other writers of the same log wait for its end, so call this last.
 * @returns the entry, as it is hashed.
 */
export async function recordAudit(
  tx: Database,
  { workspaceId, actor, action, subject, details = {} }: AuditEntry,
): Promise<AuditRecord> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${workspaceId}`}, 0))`);
  const [last] = await tx.select().from(auditHead).where(eq(auditHead.workspaceId, workspaceId));
  const {
    rows: [time],
  } = await tx.execute<{ now: string }>(
    sql`select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
  );
  if (!time) throw new Error("the clock gives one row");
  const record = chainAuditRecord(
    {
      workspace_id: workspaceId,
      occurred_at: time.now,
      actor_id: actor.id,
      actor_name: toStorableText(actor.name),
      action,
      subject: toStorableText(subject),
      details: JSON.stringify(details),
    },
    last ?? null,
  );
  await tx.insert(auditLog).values({
    workspaceId,
    sequence: record.sequence,
    occurredAt: new Date(record.occurred_at),
    actorId: record.actor_id,
    actorName: record.actor_name,
    action: record.action,
    subject: record.subject,
    details: record.details,
    previousHash: record.previous_hash,
    hash: record.hash,
  });
  return record;
}
