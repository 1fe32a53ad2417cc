import type { Database } from "@baton/db";
import { type AuditActor, deleteWorkspace, recordAudit } from "@baton/db/write";

/** Deletes a workspace with everything stored in it except its audit log. */
export async function removeWorkspace(
  tx: Database,
  {
    workspace: { workspaceId, name },
    actor,
  }: { workspace: { workspaceId: string; name: string }; actor: AuditActor },
): Promise<void> {
  await deleteWorkspace(tx, { workspaceId });
  await recordAudit(tx, { workspaceId, actor, action: "workspace.delete", subject: name });
}
