import type { ChannelKind, Database } from "@baton/db";
import { type AuditActor, insertNotificationChannel } from "@baton/db/write";
import { newChannelSecret } from "./new-channel-secret";
import { recordChannel } from "./record-channel";

/**
 * Adds a channel, which gets every notification from then on.
 *
 * @returns its ID, and the signing secret of a webhook, which is not available later.
 */
export async function addChannel(
  tx: Database,
  {
    workspaceId,
    actor,
    channel,
  }: { workspaceId: string; actor: AuditActor; channel: { kind: ChannelKind; target: string } },
): Promise<{ channelId: number; secret: string | null }> {
  const secret = channel.kind === "webhook" ? newChannelSecret() : null;
  const added = { workspaceId, ...channel, secret, createdBy: actor.name };
  const channelId = await insertNotificationChannel(tx, added);
  const after = { ...channel, isActive: true };
  await recordChannel(tx, { workspaceId, actor, channelId }, { before: null, after });
  return { channelId, secret };
}
