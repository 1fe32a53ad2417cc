import type { Database } from "@baton/db";
import { type AuditActor, insertAlert } from "@baton/db/write";
import type { AlertRule } from "@baton/server/alert";
import { findUnknownChannel } from "./find-unknown-channel";
import { recordAlert } from "./record-alert";

export type AddedAlert =
  | { outcome: "added"; alertId: number }
  | { outcome: "unknown_channel"; channelId: number };

/** Adds an alert, which is evaluated from then on. */
export async function addAlert(
  tx: Database,
  { workspaceId, actor, rule }: { workspaceId: string; actor: AuditActor; rule: AlertRule },
): Promise<AddedAlert> {
  const channelId = await findUnknownChannel(tx, { workspaceId, channelIds: rule.channelIds });
  if (channelId !== undefined) return { outcome: "unknown_channel", channelId };
  const alertId = await insertAlert(tx, { ...rule, workspaceId, createdBy: actor.name });
  const { name } = rule;
  await recordAlert(tx, { workspaceId, actor, name }, { before: null, after: { ...rule, isActive: true } });
  return { outcome: "added", alertId };
}
