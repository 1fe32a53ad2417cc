import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { Sum, selectRows } from "../statement/rows";
import { bucketKey, type SavingsSeriesScope } from "./savings-bucket";

/** Facts before compactions, and how many of them their summaries kept, for those that were compared. */
const LossDay = z.object({
  day: z.string(),
  count: Sum,
  /** Compactions whose losses no event has and that Baton could not compare, or has not yet. */
  uncomparedCount: Sum,
  totalFacts: Sum,
  keptFacts: Sum,
});
export type LossDay = z.infer<typeof LossDay>;

/**
 * Returns the losses of compactions per day (or hour), oldest first: those of their events, otherwise those that Baton
 * counted. Filters by agent and workflow.
 */
export async function listCompactionLosses(db: Database, scope: SavingsSeriesScope): Promise<LossDay[]> {
  const { workspaceId, range, filter } = scope;
  const agents = [filter.agent, filter.from].filter((agent) => agent !== undefined);
  const ofAgents = sql.join(agents.map((agent) => sql` and agent = ${agent}`));
  const ofWorkflow =
    filter.workflow === undefined
      ? sql``
      : sql` and exists (select 1 from session where session.workspace_id = compaction.workspace_id
          and session.session_id = compaction.session_id and session.workflow_id = ${filter.workflow})`;
  return selectRows(
    db,
    LossDay,
    sql`select ${bucketKey(scope, sql`occurred_at`)} as day, count(*) as count,
        count(*) filter (where not is_recorded and total_facts is null) as "uncomparedCount",
        sum(case when is_recorded then counted.total else coalesce(total_facts, 0) end) as "totalFacts",
        sum(case when is_recorded then counted.kept else coalesce(kept_facts, 0) end) as "keptFacts"
      from compaction, lateral (select coalesce(jsonb_typeof(loss) = 'object', false) as is_recorded) recorded,
        lateral (select coalesce(sum((value ->> 'total')::bigint), 0) as total,
          coalesce(sum((value ->> 'kept')::bigint), 0) as kept
          from jsonb_each(case when is_recorded then loss end)) counted
      where workspace_id = ${workspaceId} and occurred_at >= ${range.start.toISOString()}::timestamptz
        and occurred_at < ${range.end.toISOString()}::timestamptz${ofAgents}${ofWorkflow}
      group by 1 order by 1`,
  );
}
