import type { Database } from "@baton/db";
import { type AuditActor, recordAudit, updateIsFollowed } from "@baton/db/write";

/** Stops following a folder or file, or follows it again. What was imported stays. */
export async function setFollowed(
  tx: Database,
  {
    workspaceId,
    actor,
    sourceId,
    isFollowed,
  }: { workspaceId: string; actor: AuditActor; sourceId: number; isFollowed: boolean },
): Promise<void> {
  const root = await updateIsFollowed(tx, { workspaceId, sourceId, isFollowed });
  if (root === null) return;
  await recordAudit(tx, {
    workspaceId,
    actor,
    action: isFollowed ? "source.add" : "source.remove",
    subject: root,
  });
}
