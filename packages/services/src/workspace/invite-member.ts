import { createInvitation, type Database, type NewInvitation, type Person } from "@baton/db";
import { recordAudit } from "@baton/db/write";

/** Creates an invitation. @returns the token of its link, which is not available later. */
export async function inviteMember(
  tx: Database,
  invitation: NewInvitation & { invitedBy: Person },
): Promise<string> {
  const { workspaceId, email, roles, invitedBy } = invitation;
  const created = await createInvitation(tx, invitation);
  await recordAudit(tx, {
    workspaceId,
    actor: invitedBy,
    action: "member.invite",
    subject: email ?? "a link",
    details: { roles, expires_at: created.invitation.expiresAt },
  });
  return created.token;
}
