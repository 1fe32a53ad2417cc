import type { Database } from "@baton/db";
import { type AuditActor, recordAudit } from "@baton/db/write";

/**
 * Acknowledges losses up to a given one in the audit log.
 *
 * @param tx a transaction.
 * @param acknowledged.through the `sequence` of the last loss the user saw.
 */
export async function acknowledgeLosses(
  tx: Database,
  acknowledged: { workspaceId: string; actor: AuditActor; through: number; count: number },
): Promise<void> {
  const { workspaceId, actor, through, count } = acknowledged;
  await recordAudit(tx, {
    workspaceId,
    actor,
    action: "source.acknowledge",
    subject: `${count} ${count === 1 ? "loss" : "losses"} of lines`,
    details: { through, count },
  });
}
