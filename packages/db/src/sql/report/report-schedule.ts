import { and, asc, eq, lte } from "drizzle-orm";
import type { Database } from "../../client";
import { reportSchedule } from "../../schema/index";
import { lockFirst, OFFERED_ROWS } from "../statement/lock-first";

export type ReportSchedule = typeof reportSchedule.$inferSelect;
export type SchedulePlace = Pick<ReportSchedule, "workspaceId" | "scheduleId">;

/** Returns the scheduled reports of a workspace, oldest first. */
export function listReportSchedules(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<ReportSchedule[]> {
  return db
    .select()
    .from(reportSchedule)
    .where(eq(reportSchedule.workspaceId, workspaceId))
    .orderBy(asc(reportSchedule.scheduleId));
}

/** Inserts a scheduled report. @returns its ID. */
export async function insertReportSchedule(
  tx: Database,
  schedule: Pick<ReportSchedule, "workspaceId" | "interval" | "channelIds" | "createdBy" | "dueAt">,
): Promise<number> {
  const [added] = await tx
    .insert(reportSchedule)
    .values(schedule)
    .returning({ scheduleId: reportSchedule.scheduleId });
  if (!added) throw new Error("an insert without conflict gives its row");
  return added.scheduleId;
}

/** Returns a scheduled report and locks it until the transaction ends; null if it does not exist. */
export async function lockReportSchedule(tx: Database, place: SchedulePlace): Promise<ReportSchedule | null> {
  const [found] = await tx.select().from(reportSchedule).where(isAt(place)).for("update");
  return found ?? null;
}

/** Deletes a scheduled report. */
export async function deleteReportSchedule(tx: Database, place: SchedulePlace): Promise<void> {
  await tx.delete(reportSchedule).where(isAt(place));
}

/**
 * Locks the report that is due the longest until the transaction ends. Skips those that others hold.
 *
 * @returns null if none is due.
 */
export async function lockDueReport(tx: Database, now: Date): Promise<ReportSchedule | null> {
  const isDue = lte(reportSchedule.dueAt, now);
  const places = await tx
    .select({ workspaceId: reportSchedule.workspaceId, scheduleId: reportSchedule.scheduleId })
    .from(reportSchedule)
    .where(isDue)
    .orderBy(asc(reportSchedule.dueAt))
    .limit(OFFERED_ROWS);
  return lockFirst(places, (place) =>
    tx
      .select()
      .from(reportSchedule)
      .where(and(isAt(place), isDue))
      .for("update", { skipLocked: true }),
  );
}

/** Sets the time of the next report. */
export async function updateReportDue(tx: Database, place: SchedulePlace, dueAt: Date): Promise<void> {
  await tx.update(reportSchedule).set({ dueAt }).where(isAt(place));
}

function isAt({ workspaceId, scheduleId }: SchedulePlace) {
  return and(eq(reportSchedule.workspaceId, workspaceId), eq(reportSchedule.scheduleId, scheduleId));
}
