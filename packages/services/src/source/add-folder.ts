import type { Database } from "@baton/db";
import { type AuditActor, recordAudit, registerSource } from "@baton/db/write";

/**
 * Follows a folder or file from now on. A source that exists already stays as it is.
 *
 * @param root an absolute path without symbolic links, on the machine of ingest.
 */
export async function addFolder(
  tx: Database,
  { workspaceId, actor, root }: { workspaceId: string; actor: AuditActor; root: string },
): Promise<void> {
  await registerSource(tx, { workspaceId, root });
  await recordAudit(tx, { workspaceId, actor, action: "source.add", subject: root });
}
