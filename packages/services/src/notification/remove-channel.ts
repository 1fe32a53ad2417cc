import type { Database } from "@baton/db";
import { type AuditActor, deleteNotificationChannel, lockNotificationChannel } from "@baton/db/write";
import { recordChannel } from "./record-channel";

/** Removes a channel with its pending notifications. @returns false if it does not exist. */
export async function removeChannel(
  tx: Database,
  { actor, ...place }: { workspaceId: string; channelId: number; actor: AuditActor },
): Promise<boolean> {
  const before = await lockNotificationChannel(tx, place);
  if (!before) return false;
  await deleteNotificationChannel(tx, place);
  await recordChannel(tx, { ...place, actor }, { before, after: null });
  return true;
}
