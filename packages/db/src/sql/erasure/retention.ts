import { and, eq, lt, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { event, retention } from "../../schema/index";
import { type AuditActor, recordAudit } from "../audit/audit-write";
import { retainedSince } from "./barred-lines";

/** Retention period of a workspace, and its progress. */
export interface Retention {
  /** Null: forever. */
  days: number | null;
  changedBy: string | null;
  changedAt: Date | null;
  appliedAt: Date | null;
  /** All that is left is younger than this. */
  appliedBefore: Date | null;
}

const FOR_EVER: Retention = {
  days: null,
  changedBy: null,
  changedAt: null,
  appliedAt: null,
  appliedBefore: null,
};

export async function getRetention(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<Retention> {
  const [row] = await db.select().from(retention).where(eq(retention.workspaceId, workspaceId));
  if (!row) return FOR_EVER;
  const { workspaceId: _, ...known } = row;
  return known;
}

/**
 * Returns what a retention of this many days would delete now: the number of events before a time (UTC), and
 * the time of the oldest one.
 */
export async function previewRetention(
  db: Database,
  { workspaceId, days, now = new Date() }: { workspaceId: string; days: number; now?: Date },
): Promise<{ before: Date; eventCount: number; oldestAt: Date | null }> {
  const before = retainedSince(days, now);
  const [counted] = await db
    .select({
      eventCount: sql<number>`count(*)`.mapWith(Number),
      oldestAt: sql<Date | null>`min(${event.occurredAt})`.mapWith(event.occurredAt),
    })
    .from(event)
    .where(and(eq(event.workspaceId, workspaceId), lt(event.occurredAt, before)));
  return { before, eventCount: counted?.eventCount ?? 0, oldestAt: counted?.oldestAt ?? null };
}

/** Sets the retention of a workspace. @param change.days null keeps events forever. */
export async function setRetention(
  db: Database,
  { workspaceId, days, actor }: { workspaceId: string; days: number | null; actor: AuditActor },
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await getRetention(tx, { workspaceId });
    const change = { days, changedBy: actor.name, changedAt: sql`now()` };
    await tx
      .insert(retention)
      .values({ workspaceId, ...change })
      .onConflictDoUpdate({ target: retention.workspaceId, set: change });
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: "retention.set",
      subject: "events",
      details: { before: before.days, after: days, unit: "days" },
    });
  });
}

/** Returns true if a retention changed and was not applied yet. */
export async function isRetentionPending(db: Database): Promise<boolean> {
  const rows = await db
    .select({ workspaceId: retention.workspaceId })
    .from(retention)
    .where(
      sql`${retention.days} is not null and coalesce(${retention.appliedAt} < ${retention.changedAt}, true)`,
    )
    .limit(1);
  return rows.length > 0;
}
