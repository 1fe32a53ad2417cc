import { addMember, type Database, type Person } from "@baton/db";
import { acceptInvitation, findInvitedWorkspace, lockWorkspace, recordAudit } from "@baton/db/write";

/**
 * Makes a user a member by an invitation. If several people use it at once, one joins.
 *
 * @returns the workspace; null if the invitation is not valid.
 */
export async function joinWorkspace(
  db: Database,
  { token, person: { id, name } }: { token: string; person: Person },
): Promise<{ workspaceId: string } | null> {
  return db.transaction(async (tx) => {
    const invited = await findInvitedWorkspace(tx, { token });
    // The inviter may be removed at this moment, and could return with the invitation.
    if (!invited || !(await lockWorkspace(tx, invited))) return null;
    const accepted = await acceptInvitation(tx, { token, userId: id });
    if (!accepted) return null;
    const { workspaceId, roles, invitedBy } = accepted;
    await addMember(tx, { workspaceId, userId: id, roles });
    await recordAudit(tx, {
      workspaceId,
      actor: { id, name },
      action: "member.join",
      subject: name,
      details: { roles, invited_by: invitedBy },
    });
    return { workspaceId };
  });
}
