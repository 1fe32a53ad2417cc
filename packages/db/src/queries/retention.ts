import { and, eq, lt, sql } from "drizzle-orm";
import type { Database } from "../client";
import { event, retention } from "../schema/index";
import { type AuditActor, recordAudit } from "./audit-write";
import { retainedSince } from "./barred-lines";

/** How long the events of a workspace are kept, and how far that has been carried out. */
export interface Retention {
  /** Null: for ever. */
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
 * What a retention of so many days would remove now: events before a
 * moment (UTC), and the time of the oldest of them.
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

/** Sets how long the events of a workspace are kept. @param change.days null keeps them for ever. */
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

/** Whether somebody changed how long something is kept, and it has not been seen to since. */
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
