import { addMember, type Database, getMembership, type Person, ROLES, type Role } from "@baton/db";
import { type AuditActor, lockWorkspace, recordAudit } from "@baton/db/write";
import { changeMember } from "../workspace/change-member";

/** Roles in a workspace that members of a group of the identity provider have. */
export interface GroupRoles {
  readonly group: string;
  readonly workspace: string;
  readonly roles: readonly Role[];
}

const PROVIDER: AuditActor = { id: null, name: "single sign-on" };

/**
 * Gives a user the roles of their groups, in every workspace of the mapping: adds, changes or removes the membership.
 * Other workspaces stay. A workspace keeps its last owner and admin.
 *
 * @param groups as the identity provider names them.
 */
export async function applyGroupRoles(
  db: Database,
  { person, groups, mapping }: { person: Person; groups: readonly string[]; mapping: readonly GroupRoles[] },
): Promise<void> {
  for (const workspaceId of new Set(mapping.map(({ workspace }) => workspace))) {
    const granted = mapping.flatMap(({ workspace, group, roles }) =>
      workspace === workspaceId && groups.includes(group) ? roles : [],
    );
    const roles = ROLES.filter((role) => granted.includes(role));
    await db.transaction((tx) => setRoles(tx, { workspaceId, person, roles }));
  }
}

async function setRoles(
  tx: Database,
  { workspaceId, person, roles }: { workspaceId: string; person: Person; roles: readonly Role[] },
): Promise<void> {
  const userId = person.id;
  if (!(await lockWorkspace(tx, { workspaceId }))) return;
  const member = await getMembership(tx, { workspaceId, userId });
  if (member) {
    if (ROLES.every((role) => member.roles.includes(role) === roles.includes(role))) return;
    // If this is the last owner or admin, the membership stays.
    await changeMember(tx, { workspaceId, userId, roles, actor: PROVIDER });
    return;
  }
  if (roles.length === 0) return;
  await addMember(tx, { workspaceId, userId, roles });
  await recordAudit(tx, {
    workspaceId,
    actor: PROVIDER,
    action: "member.join",
    subject: person.name,
    details: { roles },
  });
}
