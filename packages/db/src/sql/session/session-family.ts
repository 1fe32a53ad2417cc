import { fromStorableText, toStorableText } from "@baton/server/storable-text";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { selectRows } from "../statement/rows";

/** Maximum sessions of a family that are compared with each other, those closest to the root first. */
const MAX_FAMILY = 1_000;

/** Returns a subquery for the IDs of a session and all sessions below it: subagents and forks. */
export function sessionFamily({ workspaceId, sessionId }: { workspaceId: string; sessionId: string }): SQL {
  return sessionsBelow(workspaceId, sql`select ${sessionId}::text as session_id`);
}

/** Returns a subquery for the IDs of some sessions and all sessions below them. */
function sessionsBelow(workspaceId: string, from: SQL): SQL {
  return sql`(with recursive family as (
      ${from}
      union select child.session_id from session child join family on child.parent_session_id = family.session_id
      where child.workspace_id = ${workspaceId}
    ) select session_id from family)`;
}

const Family = z.object({
  asked: z.array(z.string().transform(fromStorableText)),
  members: z.array(z.string().transform(fromStorableText)),
});

/**
 * Returns the families that sessions belong to: a session without a parent, and all below it. A session that is
 * not linked, or linked to itself through others, is its own family.
 */
export async function listFamilies(
  db: Database,
  workspaceId: string,
  sessionIds: readonly string[],
): Promise<string[][]> {
  const ids = JSON.stringify(sessionIds.map(toStorableText));
  const families = await selectRows(
    db,
    Family,
    sql`with recursive up as (
        select id as asked, id as session_id from json_array_elements_text(${ids}::text::json) as id
        union select up.asked, session.parent_session_id from up join session using (session_id)
        where workspace_id = ${workspaceId} and parent_session_id is not null
      ), root as (
        select session_id, array_agg(asked) as asked from up
        where not exists (select 1 from session where workspace_id = ${workspaceId}
          and session.session_id = up.session_id and parent_session_id is not null)
        group by session_id
      )
      select asked, array(select session_id from ${sessionsBelow(workspaceId, sql`select root.session_id`)} below
        limit ${MAX_FAMILY}) as members from root`,
  );
  const linked = new Set(families.flatMap(({ asked }) => asked));
  const alone = sessionIds.filter((id) => !linked.has(id)).map((id) => [id]);
  return [...families.map(({ asked, members }) => [...new Set([...asked, ...members])]), ...alone];
}

/** Returns some sessions and those below them, all as stored. */
export async function listSessionsBelow(
  db: Database,
  workspaceId: string,
  sessionIds: readonly string[],
): Promise<string[]> {
  const ids = sql`json_array_elements_text(${JSON.stringify(sessionIds)}::text::json)`;
  const rows = await selectRows(
    db,
    z.object({ id: z.string() }),
    sql`select session_id as id from ${sessionsBelow(workspaceId, sql`select ${ids} as session_id`)} below`,
  );
  return rows.map(({ id }) => id);
}
