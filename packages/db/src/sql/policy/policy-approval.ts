import { and, arrayContains, eq, ne, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { policySetting, workspaceMember } from "../../schema/index";
import { recordAudit } from "../audit/audit-write";
import { listAuthors, lockPolicies } from "./policy-draft";
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

/**
 * Returns true if a user's approval of a draft would count: for their own draft only if that is allowed or no
 * other owner exists.
 */
export async function mayApproveDraft(
  db: Database,
  { workspaceId, draftId, userId }: { workspaceId: string; draftId: number; userId: string },
): Promise<boolean> {
  const authors = await listAuthors(db, { workspaceId, draftId });
  if (!authors.some(({ id }) => id === userId)) return true;
  return (await mayApproveOwn(db, { workspaceId })) || !(await hasOtherOwner(db, { workspaceId, userId }));
}

/** Sets if authors may approve their own drafts. */
export async function setMayApproveOwn(
  db: Database,
  { workspaceId, isAllowed, person }: { workspaceId: string; isAllowed: boolean; person: Person },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPolicies(tx, workspaceId);
    const before = await mayApproveOwn(tx, { workspaceId });
    if (before === isAllowed) return;
    await tx
      .insert(policySetting)
      .values({ workspaceId, mayApproveOwn: isAllowed })
      .onConflictDoUpdate({ target: policySetting.workspaceId, set: { mayApproveOwn: isAllowed } });
    await recordAudit(tx, {
      workspaceId,
      actor: person,
      action: "workspace.set",
      subject: "authors may approve their own",
      details: { before, after: isAllowed },
    });
  });
}
