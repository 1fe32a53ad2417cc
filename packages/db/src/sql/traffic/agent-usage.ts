import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { bucketKey, type SavingsBucket } from "../savings/savings-bucket";
import type { TimeRange } from "../savings/time-range";
import { Sum, selectRows } from "../statement/rows";

/** Usage of calls of one model on one day, in tokens as providers counted them. */
export const DailyCalls = z.object({
  model: z.string().nullable(),
  /** UTC. */
  day: z.string(),
  calls: Sum,
  inputTokens: Sum,
  cacheCreationTokens: Sum,
  cacheCreation1hTokens: Sum,
  cacheReadTokens: Sum,
  outputTokens: Sum,
});
export type DailyCalls = z.infer<typeof DailyCalls>;

const CALL_SUMS = sql`count(*) as calls, sum(input_tokens) as "inputTokens",
  sum(cache_creation_tokens) as "cacheCreationTokens", sum(cache_creation_1h_tokens) as "cacheCreation1hTokens",
  sum(cache_read_tokens) as "cacheReadTokens", sum(output_tokens) as "outputTokens"`;

/** Returns the calls that match a condition, by model and day. */
export function selectDailyCalls(db: Database, condition: SQL): Promise<DailyCalls[]> {
  return selectRows(
    db,
    DailyCalls,
    sql`select model, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day, ${CALL_SUMS}
      from message_usage where ${condition}
      group by 1, 2 order by 1, 2 limit 10000`,
  );
}

/** Returns what an agent's calls used in a range, by model and day. */
export async function listAgentUsage(
  db: Database,
  { workspaceId, agent, range }: { workspaceId: string; agent: string; range: TimeRange },
): Promise<DailyCalls[]> {
  return selectDailyCalls(
    db,
    sql`workspace_id = ${workspaceId} and agent = ${agent}
      and occurred_at >= ${range.start.toISOString()} and occurred_at < ${range.end.toISOString()}`,
  );
}

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
    sql`select ${bucketKey({ ...scope, filter: {} }, sql`occurred_at`)} as day, agent, model, ${CALL_SUMS},
        max(input_tokens + cache_creation_tokens + cache_read_tokens) as "largestContextTokens"
      from message_usage where workspace_id = ${workspaceId}
        and occurred_at >= ${range.start.toISOString()} and occurred_at < ${range.end.toISOString()}
      group by 1, 2, 3 order by 1, 2, 3 limit 50000`,
  );
}
