import type { Database } from "@baton/db";
import { type AuditActor, lockNotificationChannel, updateNotificationChannel } from "@baton/db/write";
import { recordChannel } from "./record-channel";

/**
 * Changes the address of a channel, or switches it on or off. Switching it off cancels its pending
 * notifications.
 *
 * @param change.target a valid address of the channel's kind.
 * @returns false if the channel does not exist.
 */
export async function changeChannel(
  tx: Database,
  {
    actor,
    change,
    ...place
  }: {
    workspaceId: string;
    channelId: number;
    actor: AuditActor;
    change: { target?: string; isActive?: boolean };
  },
): Promise<boolean> {
  const before = await lockNotificationChannel(tx, place);
  if (!before) return false;
  const { target = before.target, isActive = before.isActive } = change;
  if (change.target === undefined && change.isActive === undefined) return true;
  await updateNotificationChannel(tx, place, change);
  await recordChannel(tx, { ...place, actor }, { before, after: { ...before, target, isActive } });
  return true;
}
