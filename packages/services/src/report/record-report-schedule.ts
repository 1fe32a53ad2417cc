import type { Database } from "@baton/db";
import { type AuditActor, recordAudit } from "@baton/db/write";
import type { ReportInterval } from "@baton/server/report";

/** A report to send regularly. */
export interface ReportSettings {
  interval: ReportInterval;
  channelIds: number[];
}

/** Adds a change of a scheduled report to the audit log. Null: it did not or does not exist. */
export async function recordReportSchedule(
  tx: Database,
  { workspaceId, actor, scheduleId }: { workspaceId: string; actor: AuditActor; scheduleId: number },
  { before, after }: { before: ReportSettings | null; after: ReportSettings | null },
): Promise<void> {
  await recordAudit(tx, {
    workspaceId,
    actor,
    action: "alert.set",
    subject: `report ${scheduleId}`,
    details: { before: before && describe(before), after: after && describe(after) },
  });
}

function describe({ interval, channelIds }: ReportSettings) {
  return { interval, channels: channelIds };
}
