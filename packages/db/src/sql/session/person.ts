import { type SQL, sql } from "drizzle-orm";

/** Fewest people that are named if the workspace hides the names of few: fewer would be recognized by their usage. */
const FEWEST_PEOPLE = 5;

/** Returns the person of a row of `session`; null if unknown, or hidden by the workspace. */
export function personOf(workspaceId: string): SQL {
  return sql`case when (select not hides_few_people from workspace where workspace_id = ${workspaceId})
      or (select count(distinct person) from session where workspace_id = ${workspaceId}) >= ${FEWEST_PEOPLE}::int
    then session.person end`;
}
