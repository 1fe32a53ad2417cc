import type { Database } from "@baton/db";
import { type AuditActor, recordAudit } from "@baton/db/write";

/**
 * Says in the audit log what somebody changed among the alerts and channels of a workspace.
 *
 * @param tx      the transaction of the change.
 * @param context of the procedure: who, and where.
 * @param subject as a person would name it: `alert Saving less`, `channel 7`.
 * @param details `before` and `after`; null where there is none.
 */
export async function recordAlertChange(
  tx: Database,
  { workspace, user }: { workspace: { workspaceId: string }; user: AuditActor },
  subject: string,
  details?: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { workspaceId } = workspace;
  await recordAudit(tx, {
    workspaceId,
    actor: user,
    action: "alert.set",
    subject,
    ...(details !== undefined && { details }),
  });
}
