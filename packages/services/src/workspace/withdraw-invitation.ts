import { type Database, revokeInvitation } from "@baton/db";
import { type AuditActor, recordAudit } from "@baton/db/write";

/** Revokes an open invitation. @returns false without a change if it is not open. */
export async function withdrawInvitation(
  tx: Database,
  { actor, ...place }: { workspaceId: string; invitationId: string; actor: AuditActor },
): Promise<boolean> {
  const revoked = await revokeInvitation(tx, place);
  if (!revoked) return false;
  await recordAudit(tx, {
    workspaceId: place.workspaceId,
    actor,
    action: "invitation.revoke",
    subject: revoked.email ?? "a link",
    details: { roles: revoked.roles },
  });
  return true;
}
