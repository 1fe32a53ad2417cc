import type { Database } from "@baton/db";
import {
  type AuditActor,
  lockNotificationChannel,
  recordAudit,
  updateNotificationChannel,
} from "@baton/db/write";
import { newChannelSecret } from "./new-channel-secret";

/**
 * Replaces the signing secret of a webhook.
 *
 * @returns the new secret, which is not available later, or the reason: the channel does not exist, or is not a
 * webhook.
 */
export async function renewChannelSecret(
  tx: Database,
  { actor, ...place }: { workspaceId: string; channelId: number; actor: AuditActor },
): Promise<{ ok: true; secret: string } | { ok: false; reason: "missing" | "no_webhook" }> {
  const channel = await lockNotificationChannel(tx, place);
  if (!channel) return { ok: false, reason: "missing" };
  if (channel.kind !== "webhook") return { ok: false, reason: "no_webhook" };
  const secret = newChannelSecret();
  await updateNotificationChannel(tx, place, { secret });
  await recordAudit(tx, {
    workspaceId: place.workspaceId,
    actor,
    action: "alert.set",
    subject: `secret of channel ${place.channelId}`,
  });
  return { ok: true, secret };
}
