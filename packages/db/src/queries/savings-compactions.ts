import { COMPACTION_TRIGGERS } from "@baton/core";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../client";
import { Sum, selectRows } from "./rows";
import { bucketKey, type SavingsSeriesScope } from "./savings-bucket";

/** Sizes are in tokens, of the compactions that recorded both. */
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
 * The compactions of each day (or hour), by what set them off, oldest first. Of a filter its agent, as `agent` or as
 * `from`, and the workflow count: a compaction has no receiver, no rule and no mode.
 */
export async function listCompactionDays(db: Database, scope: SavingsSeriesScope): Promise<CompactionDay[]> {
  const { workspaceId, range, filter } = scope;
  const isOf = (agent: string | undefined) => (agent === undefined ? sql`` : sql`and agent = ${agent}`);
  const isOfWorkflow =
    filter.workflow === undefined
      ? sql``
      : sql`and exists (select 1 from session where session.workspace_id = compaction.workspace_id
          and session.session_id = compaction.session_id and session.workflow_id = ${filter.workflow})`;
  const isMeasured = sql`before_tokens is not null and after_tokens is not null`;
  return selectRows(
    db,
    CompactionDay,
    sql`select ${bucketKey(scope, sql`occurred_at`)} as day, trigger, count(*) as count,
        count(*) filter (where ${isMeasured}) as "measuredCount",
        coalesce(sum(before_tokens) filter (where ${isMeasured}), 0) as "beforeTokens",
        coalesce(sum(after_tokens) filter (where ${isMeasured}), 0) as "afterTokens"
      from compaction
      where workspace_id = ${workspaceId}
        and occurred_at >= ${range.start.toISOString()} and occurred_at < ${range.end.toISOString()}
        ${isOf(filter.agent)} ${isOf(filter.from)} ${isOfWorkflow}
      group by 1, 2 order by 1, 2`,
  );
}
