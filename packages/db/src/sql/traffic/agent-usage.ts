import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { bucketKey, type SavingsBucket } from "../savings/savings-bucket";
import type { TimeRange } from "../savings/time-range";
import { CALL_SUMS, CONTEXT, CONTEXT_ABOVE, DailyCalls } from "../session/daily-usage";
import { Sum, selectRows } from "../statement/rows";

const AgentCalls = DailyCalls.extend({
  agent: z.string(),
  /** Largest context of one call, in tokens: its input with what was cached. */
  largestContextTokens: Sum,
});
/** Usage of one agent's calls of one model; `day` is a day or an hour of the range's time zone. */
export type AgentCalls = z.infer<typeof AgentCalls>;

/** Returns what the calls of all agents used in a range, by day or hour, agent and model, oldest first. */
export async function listUsageDays(
  db: Database,
  scope: { workspaceId: string; range: TimeRange; bucket: SavingsBucket },
): Promise<AgentCalls[]> {
  const { workspaceId, range } = scope;
  return selectRows(
    db,
    AgentCalls,
    sql`select ${bucketKey({ ...scope, filter: {} }, sql`occurred_at`)} as day, agent, model,
        ${CONTEXT_ABOVE} as "contextAbove", ${CALL_SUMS}, max(${CONTEXT}) as "largestContextTokens"
      from message_usage call where workspace_id = ${workspaceId}
        and occurred_at >= ${range.start.toISOString()} and occurred_at < ${range.end.toISOString()}
      group by 1, 2, 3, 4 order by 1, 2, 3, 4 limit 50000`,
  );
}
