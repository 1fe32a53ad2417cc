import { COMPACTION_TRIGGERS } from "@baton/core/session";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { compactionsByAgent } from "../../schema/index";
import { Sum, selectRows } from "../statement/rows";
import { readRows, readTotals } from "./read-totals";
import { nameBucket, type SavingsSeriesScope, withBucket } from "./savings-bucket";

/** Totals of compactions with both sizes recorded, in tokens. */
const CompactionDay = z.object({
  day: z.string(),
  trigger: z.enum(COMPACTION_TRIGGERS).nullable(),
  count: Sum,
  measuredCount: Sum,
  beforeTokens: Sum,
  afterTokens: Sum,
});
export type CompactionDay = z.infer<typeof CompactionDay>;

/**
 * Returns the compactions per day (or hour) by trigger, oldest first. Only the agent (as `agent` or `from`)
 * and workflow filters apply, because a compaction has no receiver, rule or mode.
 */
export async function listCompactionDays(db: Database, scope: SavingsSeriesScope): Promise<CompactionDay[]> {
  return selectRows(
    db,
    CompactionDay,
    sql`select ${nameBucket(scope)} as day, nullif(trigger, '') as trigger, sum(compaction_count) as count,
        sum(measured_count) as "measuredCount", sum(before_tokens) as "beforeTokens", sum(after_tokens) as "afterTokens"
      from ${withBucket(scope, compactionRows(scope), COLUMNS)} group by bucket, trigger order by bucket, nullif(trigger, '')`,
  );
}

const COLUMNS = {
  keys: ["trigger"],
  sums: ["compaction_count", "measured_count", "before_tokens", "after_tokens"],
};

/**
 * Returns totals for range and filter: from the rollup, or from the compactions for a workflow filter, which
 * the rollup does not support.
 */
function compactionRows({ workspaceId, range, filter, bucket = "day" }: SavingsSeriesScope): SQL {
  const conditions = [sql`workspace_id = ${workspaceId}`];
  for (const agent of [filter.agent, filter.from]) {
    if (agent !== undefined) conditions.push(sql`agent = ${agent}`);
  }
  if (filter.workflow !== undefined) {
    conditions.push(sql`exists (select 1 from session where session.workspace_id = each.workspace_id
      and session.session_id = each.session_id and session.workflow_id = ${filter.workflow})`);
  }
  const where = sql.join(conditions, sql` and `);
  const summed = { ...COLUMNS, rows: sql`(${compactionsAsTotals})`, where };
  if (filter.workflow !== undefined) return readRows(range, bucket, summed);
  return readTotals(range, bucket, { ...summed, rollUp: compactionsByAgent });
}

const isMeasured = sql`before_tokens is not null and after_tokens is not null`;

/** Selects each compaction with the columns of the totals. */
const compactionsAsTotals = sql`
  select workspace_id, session_id, occurred_at as at, coalesce(agent, '') as agent, coalesce(trigger, '') as trigger,
    1 as compaction_count, (${isMeasured})::int as measured_count,
    case when ${isMeasured} then before_tokens else 0 end as before_tokens,
    case when ${isMeasured} then after_tokens else 0 end as after_tokens
  from compaction`;
