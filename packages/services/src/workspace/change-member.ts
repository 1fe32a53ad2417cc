import { type Database, listMembers, type Role } from "@baton/db";
import { type AuditActor, deleteMember, lockWorkspace, recordAudit, updateRoles } from "@baton/db/write";

/** Roles that a workspace must keep: without them, no one could grant them again. */
const NEEDED: readonly Role[] = ["owner", "admin"];

export type ChangedMember =
  | { ok: true }
  | { ok: false; reason: "no_such_member" }
  | { ok: false; reason: "last"; role: Role };

/**
 * Gives a member other roles. An empty list removes the member. Concurrent changes wait for each other.
 *
 * @returns `last` if the workspace would lose its only member with `role`.
 */
export async function changeMember(
  tx: Database,
  {
    workspaceId,
    userId,
    roles,
    actor,
  }: { workspaceId: string; userId: string; roles: readonly Role[]; actor: AuditActor },
): Promise<ChangedMember> {
  await lockWorkspace(tx, { workspaceId });
  const members = await listMembers(tx, { workspaceId });
  const member = members.find((each) => each.userId === userId);
  if (!member) return { ok: false, reason: "no_such_member" };
  const left = new Set(members.flatMap((each) => (each === member ? roles : each.roles)));
  const missing = NEEDED.find((role) => !left.has(role));
  if (missing) return { ok: false, reason: "last", role: missing };
  if (roles.length === 0) await deleteMember(tx, { workspaceId, userId });
  else await updateRoles(tx, { workspaceId, userId, roles });
  await recordAudit(tx, {
    workspaceId,
    actor,
    action: roles.length === 0 ? "member.remove" : "member.change",
    subject: member.name,
    details: { email: member.email, before: member.roles, after: roles },
  });
  return { ok: true };
}
