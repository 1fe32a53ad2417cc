import type { ChannelKind, Database } from "@baton/db";
import { type AuditActor, recordAudit } from "@baton/db/write";
import { concealTarget } from "./conceal-target";

interface ChannelSettings {
  kind: ChannelKind;
  target: string;
  isActive: boolean;
}

/** Adds a change of a channel to the audit log: its settings before and after. Null: the channel did not or does not exist. */
export async function recordChannel(
  tx: Database,
  { workspaceId, actor, channelId }: { workspaceId: string; actor: AuditActor; channelId: number },
  { before, after }: { before: ChannelSettings | null; after: ChannelSettings | null },
): Promise<void> {
  await recordAudit(tx, {
    workspaceId,
    actor,
    action: "alert.set",
    subject: `channel ${channelId}`,
    details: { before: before && describe(before), after: after && describe(after) },
  });
}

function describe({ kind, target, isActive }: ChannelSettings) {
  return { kind, target: concealTarget({ kind, target }), is_active: isActive };
}
