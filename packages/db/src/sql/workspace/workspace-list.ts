import { and, asc, eq, exists, ne, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { auditLog, SPANS, session, workspace, workspaceMember } from "../../schema/index";
import { selectRows } from "../statement/rows";
import { addMember } from "./workspace-member";

/** Returns the workspaces of a user by name, each with whether it has imported data. */
export async function listWorkspaces(db: Database, { userId }: { userId: string }) {
  return db
    .select({
      workspaceId: workspace.workspaceId,
      name: workspace.name,
      isSample: workspace.isSample,
      hasEvents: exists(
        db.select({ one: sql`1` }).from(session).where(eq(session.workspaceId, workspace.workspaceId)),
      ).mapWith(Boolean),
    })
    .from(workspace)
    .innerJoin(workspaceMember, eq(workspaceMember.workspaceId, workspace.workspaceId))
    .where(eq(workspaceMember.userId, userId))
    .orderBy(asc(workspace.name));
}

/** Returns a workspace; null if it does not exist. */
export async function getWorkspace(db: Database, { workspaceId }: { workspaceId: string }) {
  const rows = await db.select().from(workspace).where(eq(workspace.workspaceId, workspaceId));
  return rows[0] ?? null;
}

/** Returns the agents that sent or received handoffs, most frequent first; at most `limit`. */
export async function listAgents(
  db: Database,
  { workspaceId, limit = 200 }: { workspaceId: string; limit?: number },
): Promise<string[]> {
  const rows = await selectRows(
    db,
    z.object({ agent: z.string() }),
    sql`with pair as (
      select from_agent, to_agent, sum(handoff_count + observed_count)::bigint as handoffs from savings_by_pair
        where workspace_id = ${workspaceId} and span = ${SPANS.day} group by 1, 2
      union all
      select from_agent, to_agent, sum(handoff_count)::bigint from ungoverned_by_pair
        where workspace_id = ${workspaceId} and span = ${SPANS.day} group by 1, 2
    )
    select agent from pair, unnest(array[from_agent, to_agent]) as agent
    group by agent order by sum(handoffs) desc, agent limit ${limit}`,
  );
  return rows.map(({ agent }) => agent);
}

/**
 * Creates a workspace with a user as owner and admin. Rejects the ID of an existing audit log, even of a
 * deleted workspace, because the new owner could read it.
 * @returns false if the ID is taken.
 */
export async function insertWorkspace(
  tx: Database,
  { workspaceId, name, userId }: { workspaceId: string; name: string; userId: string },
): Promise<boolean> {
  const made = await tx
    .insert(workspace)
    .values({ workspaceId, name })
    .onConflictDoNothing()
    .returning({ workspaceId: workspace.workspaceId });
  if (made.length === 0) return false;
  // Check this afterwards, because a workspace being deleted meanwhile has its log by then.
  const kept = await tx
    .select({ one: sql`1` })
    .from(auditLog)
    .where(eq(auditLog.workspaceId, workspaceId))
    .limit(1);
  if (kept.length > 0) {
    await tx.delete(workspace).where(eq(workspace.workspaceId, workspaceId));
    return false;
  }
  await addMember(tx, { workspaceId, userId, roles: ["owner", "admin"] });
  return true;
}

/** Sets whether usage names people only from five on. @returns false if that was set already. */
export async function updateHidesFewPeople(
  db: Database,
  { workspaceId, hidesFewPeople }: { workspaceId: string; hidesFewPeople: boolean },
): Promise<boolean> {
  const changed = await db
    .update(workspace)
    .set({ hidesFewPeople })
    .where(and(eq(workspace.workspaceId, workspaceId), ne(workspace.hidesFewPeople, hidesFewPeople)))
    .returning({ workspaceId: workspace.workspaceId });
  return changed.length > 0;
}

/** Renames a workspace. Its ID, which is part of URLs, stays. */
export async function updateWorkspaceName(
  db: Database,
  { workspaceId, name }: { workspaceId: string; name: string },
): Promise<void> {
  await db.update(workspace).set({ name }).where(eq(workspace.workspaceId, workspaceId));
}
