import type { Database } from "@baton/db";
import { type AuditActor, recordAudit } from "@baton/db/write";
import { type AlertRule, describeCondition } from "@baton/server/alert";

export type AlertSettings = AlertRule & { isActive: boolean };

/** Adds a change of an alert to the audit log: its settings before and after. Null: the alert did not or does not exist. */
export async function recordAlert(
  tx: Database,
  { workspaceId, actor, name }: { workspaceId: string; actor: AuditActor; name: string },
  { before, after }: { before: AlertSettings | null; after: AlertSettings | null },
): Promise<void> {
  await recordAudit(tx, {
    workspaceId,
    actor,
    action: "alert.set",
    subject: `alert ${name}`,
    details: { before: before && describe(before), after: after && describe(after) },
  });
}

function describe({ name, filter, channelIds, isActive, ...rule }: AlertSettings) {
  return { name, condition: describeCondition(rule), filter, channels: channelIds, is_active: isActive };
}
