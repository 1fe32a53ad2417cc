import type { Database } from "@baton/db";
import { type AuditActor, recordAudit, updateWorkspaceName } from "@baton/db/write";

/** Renames a workspace. Its ID, which is part of URLs, stays. */
export async function renameWorkspace(
  tx: Database,
  {
    workspace: { workspaceId, name: before },
    name,
    actor,
  }: { workspace: { workspaceId: string; name: string }; name: string; actor: AuditActor },
): Promise<void> {
  await updateWorkspaceName(tx, { workspaceId, name });
  await recordAudit(tx, {
    workspaceId,
    actor,
    action: "workspace.rename",
    subject: name,
    details: { before, after: name },
  });
}
