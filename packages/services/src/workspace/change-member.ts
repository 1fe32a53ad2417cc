import { changeMember as changeRoles, type Database, type Role } from "@baton/db";
import { type AuditActor, recordAudit } from "@baton/db/write";

export type ChangedMember =
  | { ok: true }
  | { ok: false; reason: "no_such_member" }
  | { ok: false; reason: "last"; role: Role };

/**
 * Gives a member other roles. An empty list removes the member.
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
  const changed = await changeRoles(tx, { workspaceId, userId, roles });
  if (!changed.ok) return changed;
  await recordAudit(tx, {
    workspaceId,
    actor,
    action: roles.length === 0 ? "member.remove" : "member.change",
    subject: changed.member.name,
    details: { email: changed.member.email, before: changed.before, after: roles },
  });
  return { ok: true };
}
