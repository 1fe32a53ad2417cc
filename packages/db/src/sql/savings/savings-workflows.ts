import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { selectRows } from "../statement/rows";

/** This many sessions usually contain enough workflows, because most runs have their own ID. */
const LATEST_SESSIONS = 1_000;

/** Lists the workflows of sessions, newest first; at most `limit`. */
export async function listWorkflows(
  db: Database,
  { workspaceId, limit = 200 }: { workspaceId: string; limit?: number },
): Promise<string[]> {
  const ofWorkflows = sql`from session where workspace_id = ${workspaceId} and workflow_id is not null`;
  const byWorkflow = sql`select workflow_id, max(last_event_at) as at`;
  const rows = await selectRows(
    db,
    z.object({ workflow: z.string() }),
    // Reads older sessions only if the latest ones have too few workflows.
    sql`with latest as materialized (
        select workflow_id, last_event_at ${ofWorkflows} order by last_event_at desc, workflow_id limit ${LATEST_SESSIONS}),
      recent as materialized (${byWorkflow} from latest group by workflow_id),
      older as (${byWorkflow} ${ofWorkflows}
        and (select count(*) from recent) < ${limit}::int and last_event_at <= (select min(last_event_at) from latest)
        and not exists (select 1 from recent where recent.workflow_id = session.workflow_id) group by workflow_id)
      select workflow_id as workflow from (select * from recent union all select * from older) each
      order by at desc, workflow_id limit ${limit}::int`,
  );
  return rows.map(({ workflow }) => workflow);
}
