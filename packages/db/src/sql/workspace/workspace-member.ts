import { and, arrayContains, asc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { authUser, ROLES, workspace, workspaceMember } from "../../schema/index";

export { ROLES };

export type Role = (typeof ROLES)[number];

/** Returns a workspace with a user's roles; null if it does not exist or they are not a member. */
export async function getMembership(
  db: Database,
  { workspaceId, userId }: { workspaceId: string; userId: string },
) {
  const [found] = await db
    .select({ workspace: getTableColumns(workspace), roles: workspaceMember.roles })
    .from(workspace)
    .innerJoin(workspaceMember, eq(workspaceMember.workspaceId, workspace.workspaceId))
    .where(and(eq(workspace.workspaceId, workspaceId), eq(workspaceMember.userId, userId)));
  return found ?? null;
}

/** Lists the members of a workspace by name. */
export async function listMembers(db: Database, { workspaceId }: { workspaceId: string }) {
  return db
    .select({
      userId: authUser.id,
      name: authUser.name,
      email: authUser.email,
      roles: workspaceMember.roles,
      addedAt: workspaceMember.addedAt,
    })
    .from(workspaceMember)
    .innerJoin(authUser, eq(authUser.id, workspaceMember.userId))
    .where(eq(workspaceMember.workspaceId, workspaceId))
    .orderBy(asc(authUser.name), asc(authUser.id));
}

/** Returns true if a user is an admin of any workspace. */
export async function isAdminSomewhere(db: Database, { userId }: { userId: string }): Promise<boolean> {
  const rows = await db
    .select({ roles: workspaceMember.roles })
    .from(workspaceMember)
    .where(and(eq(workspaceMember.userId, userId), arrayContains(workspaceMember.roles, ["admin"])))
    .limit(1);
  return rows.length > 0;
}

/**
 * Locks a workspace against deletion and member changes until the transaction ends. Waits for a change in
 * progress; the next statement sees its result.
 *
 * @returns false if the workspace does not exist.
 */
export async function lockWorkspace(
  tx: Database,
  { workspaceId }: { workspaceId: string },
): Promise<boolean> {
  const { rows: held } = await tx.execute(
    sql`select 1 from ${workspace} where workspace_id = ${workspaceId} for update`,
  );
  return held.length > 0;
}

/**
 * Locks like {@link lockWorkspace}, and returns true if a user has one of these roles, which cannot change
 * until the transaction ends.
 */
export async function lockRole(
  tx: Database,
  { workspaceId, userId, anyOf }: { workspaceId: string; userId: string; anyOf: readonly Role[] },
): Promise<boolean> {
  await lockWorkspace(tx, { workspaceId });
  const [member] = await tx
    .select({ roles: workspaceMember.roles })
    .from(workspaceMember)
    .where(isMember(workspaceId, userId));
  return anyOf.some((role) => member?.roles.includes(role));
}

/** Adds a member, or adds roles to an existing member. */
export async function addMember(
  tx: Database,
  { workspaceId, userId, roles }: { workspaceId: string; userId: string; roles: readonly Role[] },
): Promise<void> {
  const each = ROLES.map(
    (role) =>
      sql`case when ${role}::text = any(${workspaceMember.roles} || excluded.roles) then ${role}::text end`,
  );
  await tx
    .insert(workspaceMember)
    .values({ workspaceId, userId, roles: ROLES.filter((role) => roles.includes(role)) })
    .onConflictDoUpdate({
      target: [workspaceMember.workspaceId, workspaceMember.userId],
      set: { roles: sql`array_remove(array[${sql.join(each, sql`, `)}], null)` },
    });
}

/** Adds a member to all workspaces that have none. */
export async function addMemberWhereNone(
  tx: Database,
  { userId, roles }: { userId: string; roles: readonly Role[] },
): Promise<void> {
  const empty = await tx
    .select({ workspaceId: workspace.workspaceId })
    .from(workspace)
    .leftJoin(workspaceMember, eq(workspaceMember.workspaceId, workspace.workspaceId))
    .where(isNull(workspaceMember.workspaceId));
  if (empty.length === 0) return;
  const members = empty.map(({ workspaceId }) => ({ workspaceId, userId, roles: [...roles] }));
  await tx.insert(workspaceMember).values(members).onConflictDoNothing();
}

/** Replaces the roles of a member. */
export async function updateRoles(
  tx: Database,
  { workspaceId, userId, roles }: { workspaceId: string; userId: string; roles: readonly Role[] },
): Promise<void> {
  const ordered = ROLES.filter((role) => roles.includes(role));
  await tx.update(workspaceMember).set({ roles: ordered }).where(isMember(workspaceId, userId));
}

/** Removes a member. */
export async function deleteMember(
  tx: Database,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<void> {
  await tx.delete(workspaceMember).where(isMember(workspaceId, userId));
}

function isMember(workspaceId: string, userId: string) {
  return and(eq(workspaceMember.workspaceId, workspaceId), eq(workspaceMember.userId, userId));
}

/** Returns the columns that a member chose for the list of sessions; null for the usual ones. */
export async function getSessionColumns(
  db: Database,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<string[] | null> {
  const [member] = await db
    .select({ columns: workspaceMember.sessionColumns })
    .from(workspaceMember)
    .where(and(eq(workspaceMember.workspaceId, workspaceId), eq(workspaceMember.userId, userId)));
  return member?.columns ?? null;
}

/** Stores the columns that a member chose for the list of sessions; null for the usual ones. */
export async function setSessionColumns(
  db: Database,
  { workspaceId, userId, columns }: { workspaceId: string; userId: string; columns: string[] | null },
): Promise<void> {
  await db
    .update(workspaceMember)
    .set({ sessionColumns: columns })
    .where(and(eq(workspaceMember.workspaceId, workspaceId), eq(workspaceMember.userId, userId)));
}
