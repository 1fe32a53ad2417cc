import { and, arrayContains, eq, ne, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { authUser, policySetting, workspaceMember } from "../../schema/index";
import type { Person } from "./policy-live";

/** Returns true if authors may approve their own drafts; false by default. */
export async function mayApproveOwn(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<boolean> {
  const [setting] = await db.select().from(policySetting).where(eq(policySetting.workspaceId, workspaceId));
  return setting?.mayApproveOwn ?? false;
}

/** Returns true if the workspace has another owner who could approve. */
export async function hasOtherOwner(
  db: Database,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<boolean> {
  const [other] = await db
    .select({ one: sql`1` })
    .from(workspaceMember)
    .where(
      and(
        eq(workspaceMember.workspaceId, workspaceId),
        ne(workspaceMember.userId, userId),
        arrayContains(workspaceMember.roles, ["owner"]),
      ),
    )
    .limit(1);
  return other !== undefined;
}

/** Lists the owners of a workspace by name. */
export async function listOwners(db: Database, { workspaceId }: { workspaceId: string }): Promise<Person[]> {
  return db
    .select({ id: authUser.id, name: authUser.name })
    .from(workspaceMember)
    .innerJoin(authUser, eq(authUser.id, workspaceMember.userId))
    .where(and(eq(workspaceMember.workspaceId, workspaceId), arrayContains(workspaceMember.roles, ["owner"])))
    .orderBy(authUser.name, authUser.id);
}

/** Stores if authors may approve their own drafts. */
export async function upsertMayApproveOwn(
  tx: Database,
  { workspaceId, isAllowed }: { workspaceId: string; isAllowed: boolean },
): Promise<void> {
  await tx
    .insert(policySetting)
    .values({ workspaceId, mayApproveOwn: isAllowed })
    .onConflictDoUpdate({ target: policySetting.workspaceId, set: { mayApproveOwn: isAllowed } });
}
