import { TASK_LIMITS } from "@baton/core/task";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { Sum, selectRows } from "../statement/rows";
import { bucketKey, type SavingsSeriesScope } from "./savings-bucket";
import { FindingDay } from "./savings-manifests";
import { filteredBy } from "./savings-rows";

/** Totals of task handoffs. Sizes are in tokens. */
const TaskTotals = z.object({
  taskCount: Sum,
  /** Number of tasks with a known size, and of those above the target of 500 tokens. */
  sizedCount: Sum,
  overTargetCount: Sum,
  /** Task handoffs that were validated, themselves or by their response. */
  checkedCount: Sum,
  /** Totals of tasks with both values. */
  comparedCount: Sum,
  estimatedTokens: Sum,
  actualTokens: Sum,
});
type TaskTotals = z.infer<typeof TaskTotals>;

const TaskDay = TaskTotals.extend({ day: z.string() });
type TaskDay = z.infer<typeof TaskDay>;

/** Returns totals per day or hour with task handoffs, oldest first. A task has no rule and no mode. */
export async function listTaskDays(db: Database, scope: SavingsSeriesScope): Promise<TaskDay[]> {
  return selectRows(
    db,
    TaskDay,
    // Sorting by the name of the day would make PostgreSQL sort the tasks themselves.
    sql`select ${bucketKey(scope, sql`occurred_at`)} as day, ${SUM_COLUMNS}
      from task_attempt where ${isInScope(scope)} group by 1 order by min(occurred_at)`,
  );
}

/** Returns the totals for a range and a filter. */
export async function getTaskTotals(db: Database, scope: SavingsSeriesScope): Promise<TaskTotals> {
  const [sums] = await selectRows(
    db,
    TaskTotals,
    sql`select ${SUM_COLUMNS} from task_attempt where ${isInScope(scope)}`,
  );
  if (!sums) throw new Error("an aggregate without groups gives one row");
  return sums;
}

/**
 * Returns the number of task handoffs with an error per day or hour, in the handoff or its response, by code.
 */
export async function listTaskErrors(db: Database, scope: SavingsSeriesScope): Promise<FindingDay[]> {
  return selectRows(
    db,
    FindingDay,
    sql`select ${bucketKey(scope, sql`occurred_at`)} as day, code, count(*) as count
      from task_attempt, lateral (
        select distinct finding ->> 'code' as code
        from jsonb_array_elements(coalesce(findings, '[]') || coalesce(answer_findings, '[]')) finding
        where finding ->> 'severity' = 'error') error
      where ${isInScope(scope)} group by 1, 2 order by 1, 2`,
  );
}

const isCompared = sql`estimated_tokens is not null and actual_tokens is not null`;

const SUM_COLUMNS = sql`count(*) as "taskCount",
  count(handoff_tokens) as "sizedCount",
  count(*) filter (where handoff_tokens > ${TASK_LIMITS.targetTokens}) as "overTargetCount",
  count(*) filter (where findings is not null or answer_findings is not null) as "checkedCount",
  count(*) filter (where ${isCompared}) as "comparedCount",
  coalesce(sum(estimated_tokens) filter (where ${isCompared}), 0) as "estimatedTokens",
  coalesce(sum(actual_tokens) filter (where ${isCompared}), 0) as "actualTokens"`;

function isInScope({ workspaceId, range, filter }: SavingsSeriesScope): SQL {
  const conditions = [
    sql`workspace_id = ${workspaceId}`,
    sql`occurred_at >= ${range.start.toISOString()} and occurred_at < ${range.end.toISOString()}`,
    ...filteredBy(filter),
  ];
  return sql.join(conditions, sql` and `);
}
