import type { Database } from "@baton/db";
import { type AuditActor, deleteReportSchedule, lockReportSchedule } from "@baton/db/write";
import { recordReportSchedule } from "./record-report-schedule";

/** Removes a scheduled report. @returns false if it does not exist. */
export async function removeReportSchedule(
  tx: Database,
  { actor, ...place }: { workspaceId: string; scheduleId: number; actor: AuditActor },
): Promise<boolean> {
  const before = await lockReportSchedule(tx, place);
  if (!before) return false;
  await deleteReportSchedule(tx, place);
  await recordReportSchedule(tx, { ...place, actor }, { before, after: null });
  return true;
}
