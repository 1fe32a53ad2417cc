import { countLeaksByHour, type Database, getSavingsTotals, type ReportSchedule } from "@baton/db";
import { type ReportPeriod, reportPeriods } from "@baton/server/report";
import { createNotification } from "../notification/create-notification";
import { describeReport, type ReportFigures } from "./describe-report";

/**
 * Sends the report of the last complete week or month over the channels of a schedule.
 *
 * @param db reads the metrics, with several queries at once.
 * @param now milliseconds since 1970.
 * @param key the report is sent once for each key.
 * @returns the ID of the notification; null if its key was used before.
 */
export async function sendReport(
  tx: Database,
  schedule: Pick<ReportSchedule, "workspaceId" | "interval" | "channelIds">,
  { db, now, key }: { db: Database; now: number; key: string },
): Promise<number | null> {
  const { workspaceId, interval, channelIds } = schedule;
  const { period, before } = reportPeriods(interval, now);
  const figures = {
    now: await readFigures(db, workspaceId, period),
    before: await readFigures(db, workspaceId, before),
  };
  const query = new URLSearchParams({
    range: `${period.first}..${period.last}`,
    tz: "UTC",
    compare: "before",
  });
  return createNotification(tx, {
    workspaceId,
    key,
    kind: `report.${interval}`,
    ...describeReport(interval, period, figures),
    page: `report?${query}`,
    channelIds,
  });
}

async function readFigures(
  db: Database,
  workspaceId: string,
  { first, last }: ReportPeriod,
): Promise<ReportFigures> {
  const start = new Date(`${first}T00:00:00Z`);
  const end = new Date(Date.parse(`${last}T00:00:00Z`) + 86_400_000);
  const totals = await getSavingsTotals(db, {
    workspaceId,
    range: { start, end, timeZone: "UTC" },
    filter: {},
  });
  const hours = await countLeaksByHour(db, { workspaceId, start, end });
  return { totals, leaks: hours.reduce((sum, { count }) => sum + count, 0) };
}
