import { and, eq, isNotNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { event, retention } from "../../schema/index";

/** Retention period of a workspace, and its progress. */
interface Retention {
  /** Null keeps everything forever. */
  days: number | null;
  changedBy: string | null;
  changedAt: Date | null;
  appliedAt: Date | null;
  /** All remaining data is younger than this. */
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

/** Returns the earliest time that a retention of this many days keeps: the start (UTC) of that day. */
export function retainedSince(days: number, now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - days));
}

/** Returns the retention that applies to new lines; null without one. `isPending`: it was not applied yet. */
export async function getRetentionState(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<{ days: number | null; appliedBefore: Date | null; isPending: boolean } | null> {
  const [row] = await db
    .select({
      days: retention.days,
      appliedBefore: retention.appliedBefore,
      isPending: sql<boolean>`coalesce(${retention.appliedAt} < ${retention.changedAt}, true)`,
    })
    .from(retention)
    .where(eq(retention.workspaceId, workspaceId));
  return row ?? null;
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

/** Stores the retention of a workspace. @param change.days null keeps events forever. */
export async function upsertRetention(
  tx: Database,
  { workspaceId, ...change }: { workspaceId: string; days: number | null; changedBy: string },
): Promise<void> {
  await tx
    .insert(retention)
    .values({ workspaceId, ...change, changedAt: sql`now()` })
    .onConflictDoUpdate({
      target: retention.workspaceId,
      set: { ...change, changedAt: sql`excluded.changed_at` },
    });
}

/** Lists the workspaces with a retention, and its days. */
export async function listRetentions(db: Database): Promise<{ workspaceId: string; days: number }[]> {
  const { workspaceId, days } = retention;
  const rows = await db.select({ workspaceId, days }).from(retention).where(isNotNull(days));
  return rows.flatMap((row) => (row.days === null ? [] : [{ ...row, days: row.days }]));
}

/** Stores that everything before a time is to be deleted. From the commit on, no older data is imported. */
export async function updateAppliedBefore(
  db: Database,
  { workspaceId, before }: { workspaceId: string; before: Date },
): Promise<void> {
  await db
    .update(retention)
    .set({ appliedBefore: sql`greatest(${retention.appliedBefore}, ${before.toISOString()}::timestamptz)` })
    .where(eq(retention.workspaceId, workspaceId));
}

/** Stores that the retention of a workspace was applied now. */
export async function updateAppliedAt(tx: Database, { workspaceId }: { workspaceId: string }): Promise<void> {
  await tx.update(retention).set({ appliedAt: sql`now()` }).where(eq(retention.workspaceId, workspaceId));
}
