import type { BudgetLimits } from "@baton/core/tokens";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { Sum, selectRows } from "../statement/rows";
import { getManifestTotals } from "./savings-manifests";
import type { SavingsScope } from "./savings-rows";
import { getTaskTotals } from "./savings-tasks";

const Counts = z.object({
  sessionCount: Sum,
  /** Sessions with at least one error. */
  failedSessionCount: Sum,
  compactionCount: Sum,
  /** Files that an agent read again unchanged. */
  rereadCount: Sum,
  /** Tasks that were sent again to the same agent of a session. */
  repeatedTaskCount: Sum,
});

/** Counts that grow if too much is removed. */
export type SavingsHarm = z.infer<typeof Counts> & {
  taskCount: number;
  manifestCount: number;
  /** Manifests that the gate blocked. */
  blockedManifestCount: number;
};

/**
 * Returns the signs of too much removed context in a range: errors, compactions, files read again, repeated
 * tasks and blocked manifests. Only the workflow filter applies to all but the last.
 */
export async function getSavingsHarm(
  db: Database,
  scope: SavingsScope & { limits: Pick<BudgetLimits, "handoffTokens"> },
): Promise<SavingsHarm> {
  const { workspaceId, range, filter } = scope;
  const [start, end] = [range.start.toISOString(), range.end.toISOString()];
  const ofWorkflow = filter.workflow === undefined ? sql`` : sql`and workflow_id = ${filter.workflow}`;
  const [[counts], manifests, tasks] = await Promise.all([
    selectRows(
      db,
      Counts,
      sql`select count(*) as "sessionCount", count(*) filter (where error_count > 0) as "failedSessionCount",
          coalesce(sum(compaction_count), 0) as "compactionCount",
          coalesce(sum(reread_count), 0) as "rereadCount",
          (select count(*) - count(distinct (session_id, task_id, to_agent)) from task_attempt
            where workspace_id = ${workspaceId} and task_id is not null
              and occurred_at >= ${start} and occurred_at < ${end} ${ofWorkflow}) as "repeatedTaskCount"
        from session where workspace_id = ${workspaceId} and last_event_at >= ${start} and last_event_at < ${end} ${ofWorkflow}`,
    ),
    getManifestTotals(db, scope),
    getTaskTotals(db, scope),
  ]);
  if (!counts) throw new Error("an aggregate without groups gives one row");
  return {
    ...counts,
    taskCount: tasks.taskCount,
    manifestCount: manifests.manifestCount,
    blockedManifestCount: manifests.failedCount,
  };
}
