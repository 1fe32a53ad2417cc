import type { Database } from "@baton/db";
import { type AuditActor, lockAlert, updateAlert } from "@baton/db/write";
import type { AlertRule, WatchedMetric } from "@baton/server/alert";
import { findUnknownChannel } from "./find-unknown-channel";
import { recordAlert } from "./record-alert";

export type ChangedAlert =
  | { outcome: "changed" }
  | { outcome: "missing" }
  | { outcome: "unknown_channel"; channelId: number };

/**
 * Changes an alert, or switches it off or on. It restarts with a fresh state if it is switched on, or watches
 * something else than before.
 */
export async function changeAlert(
  tx: Database,
  {
    actor,
    change,
    ...place
  }: { workspaceId: string; alertId: number; actor: AuditActor; change: AlertRule | { isActive: boolean } },
): Promise<ChangedAlert> {
  const { workspaceId } = place;
  const before = await lockAlert(tx, place);
  if (!before) return { outcome: "missing" };
  const isSwitch = "isActive" in change;
  if (isSwitch && before.isActive === change.isActive) return { outcome: "changed" };
  const channelId = isSwitch
    ? undefined
    : await findUnknownChannel(tx, { workspaceId, channelIds: change.channelIds });
  if (channelId !== undefined) return { outcome: "unknown_channel", channelId };
  const after = { ...before, ...change };
  await updateAlert(tx, place, change, { restarts: isSwitch || keyOf(before) !== keyOf(after) });
  await recordAlert(tx, { workspaceId, actor, name: before.name }, { before, after });
  return { outcome: "changed" };
}

/** Returns the watched condition as a key: while it stays the same, the alert keeps its state. */
function keyOf({ figure, comparison, threshold, windowHours, filter }: WatchedMetric): string {
  const sorted = Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([figure, comparison, threshold, windowHours, sorted]);
}
