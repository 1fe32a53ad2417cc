import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../client";
import { selectRows } from "./rows";

/** The workflows that sessions belong to, the latest first; `limit` at the most. */
export async function listWorkflows(
  db: Database,
  { workspaceId, limit = 200 }: { workspaceId: string; limit?: number },
): Promise<string[]> {
  const rows = await selectRows(
    db,
    z.object({ workflow: z.string() }),
    sql`select workflow_id as workflow from session
      where workspace_id = ${workspaceId} and workflow_id is not null
      group by 1 order by max(last_event_at) desc, 1 limit ${limit}`,
  );
  return rows.map(({ workflow }) => workflow);
}
