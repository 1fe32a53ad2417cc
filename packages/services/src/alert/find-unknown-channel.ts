import { type Database, listNotificationChannels } from "@baton/db";

/** Returns the first of these channels that the workspace does not have; undefined if it has all. */
export async function findUnknownChannel(
  tx: Database,
  { workspaceId, channelIds }: { workspaceId: string; channelIds: readonly number[] },
): Promise<number | undefined> {
  const channels = await listNotificationChannels(tx, { workspaceId });
  return channelIds.find((id) => channels.every(({ channelId }) => channelId !== id));
}
