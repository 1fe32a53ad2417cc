import { countOf } from "@baton/core/internal";
import { type Database, listOpenLosses } from "@baton/db";
import { type AuditActor, recordAudit } from "@baton/db/write";

/**
 * Acknowledges losses up to a given one in the audit log. Does nothing if that one is not open.
 *
 * @param acknowledged.through the `sequence` of the last loss the user saw.
 */
export async function acknowledgeLosses(
  tx: Database,
  { workspaceId, actor, through }: { workspaceId: string; actor: AuditActor; through: number },
): Promise<void> {
  const losses = await listOpenLosses(tx, { workspaceId });
  if (losses.every(({ sequence }) => sequence !== through)) return;
  const count = losses.filter(({ sequence }) => sequence <= through).length;
  await recordAudit(tx, {
    workspaceId,
    actor,
    action: "source.acknowledge",
    subject: `${countOf(count, "loss", "losses")} of lines`,
    details: { through, count },
  });
}
