import { acceptInvitation, type Database, type Person } from "@baton/db";
import { recordAudit } from "@baton/db/write";

/** Consumes an invitation for a user. @returns its workspace; null if the invitation is not open. */
export async function joinWorkspace(
  db: Database,
  { token, person: { id, name } }: { token: string; person: Person },
): Promise<{ workspaceId: string } | null> {
  return db.transaction(async (tx) => {
    const accepted = await acceptInvitation(tx, { token, userId: id });
    if (!accepted) return null;
    const { workspaceId, roles, invitedBy } = accepted;
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
