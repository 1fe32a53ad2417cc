import type { Database } from "@baton/db";
import { type AuditActor, insertReportSchedule } from "@baton/db/write";
import { nextReportAt } from "@baton/server/report";
import { findUnknownChannel } from "../alert/find-unknown-channel";
import { type ReportSettings, recordReportSchedule } from "./record-report-schedule";

/** Adds a report that is sent every week or month from then on. @returns its ID; null if a channel does not exist. */
export async function addReportSchedule(
  tx: Database,
  {
    workspaceId,
    actor,
    settings,
    now,
  }: { workspaceId: string; actor: AuditActor; settings: ReportSettings; now: number },
): Promise<number | null> {
  const { interval, channelIds } = settings;
  if ((await findUnknownChannel(tx, { workspaceId, channelIds })) !== undefined) return null;
  const scheduleId = await insertReportSchedule(tx, {
    workspaceId,
    interval,
    channelIds,
    createdBy: actor.name,
    dueAt: nextReportAt(interval, now),
  });
  await recordReportSchedule(tx, { workspaceId, actor, scheduleId }, { before: null, after: settings });
  return scheduleId;
}
