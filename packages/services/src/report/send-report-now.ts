import type { Database } from "@baton/db";
import { lockReportSchedule } from "@baton/db/write";
import { sendReport } from "./send-report";

/**
 * Sends the report of the last complete period at once, besides the scheduled ones.
 *
 * @param db reads the metrics, with several queries at once.
 * @returns the ID of the notification; undefined if the schedule does not exist.
 */
export async function sendReportNow(
  tx: Database,
  { db, now, ...place }: { db: Database; workspaceId: string; scheduleId: number; now: number },
): Promise<number | null | undefined> {
  const schedule = await lockReportSchedule(tx, place);
  if (!schedule) return undefined;
  return sendReport(tx, schedule, { db, now, key: `report ${place.scheduleId} ${crypto.randomUUID()}` });
}
