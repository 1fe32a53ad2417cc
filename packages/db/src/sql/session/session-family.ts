import { type SQL, sql } from "drizzle-orm";

/** Returns a subquery for the IDs of a session and all sessions below it: subagents and forks. */
export function sessionFamily({ workspaceId, sessionId }: { workspaceId: string; sessionId: string }): SQL {
  return sql`(with recursive family as (
      select ${sessionId}::text as session_id
      union select child.session_id from session child join family on child.parent_session_id = family.session_id
      where child.workspace_id = ${workspaceId}
    ) select session_id from family)`;
}
