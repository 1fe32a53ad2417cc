import type { Database } from "@baton/db";
import { lockDueReport, updateReportDue } from "@baton/db/write";
import { nextReportAt } from "@baton/server/report";
import { sendReport } from "./send-report";

/**
 * Sends every report that is due, each in its own transaction. Several processes can run it at once. After a time
 * without ingest, the last complete period is sent, not those before it.
 *
 * @param now milliseconds since 1970.
 */
export async function sendDueReports(db: Database, now: number, signal?: AbortSignal): Promise<void> {
  let wasDue = true;
  while (wasDue && !signal?.aborted) {
    wasDue = await db.transaction(async (tx) => {
      const schedule = await lockDueReport(tx, new Date(now));
      if (!schedule) return false;
      const { scheduleId, interval, dueAt } = schedule;
      const key = `report ${scheduleId} ${dueAt.toISOString()}`;
      await sendReport(tx, schedule, { db, now, key });
      await updateReportDue(tx, schedule, nextReportAt(interval, now));
      return true;
    });
  }
}
