import type { Database } from "@baton/db";
import { lockNotificationChannel } from "@baton/db/write";
import { createTestNotification } from "./create-test-notification";

/**
 * Sends a test notification through a channel.
 *
 * @returns the ID of the notification, null if the channel is off; undefined if it does not exist.
 */
export async function testChannel(
  tx: Database,
  {
    workspace: { workspaceId, name },
    channelId,
    person,
  }: { workspace: { workspaceId: string; name: string }; channelId: number; person: { name: string } },
): Promise<number | null | undefined> {
  if (!(await lockNotificationChannel(tx, { workspaceId, channelId }))) return undefined;
  return createTestNotification(tx, {
    workspaceId,
    subject: `${person.name} tests a channel of ${name}`,
    body: "The test arrived.",
    page: "settings/notifications",
    channelIds: [channelId],
  });
}
