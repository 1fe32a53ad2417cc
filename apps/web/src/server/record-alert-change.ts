import type { Database } from "@baton/db";
import { type AuditActor, recordAudit } from "@baton/db/write";

/**
 * Records in the audit log a user's change to an alert or a channel of a workspace.
 *
 * @param tx      the transaction of the change.
 * @param context of the procedure: user and workspace.
 * @param subject in words: `alert Saving less`, `channel 7`.
 * @param details `before` and `after`; null if missing.
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
