import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import type { TimeRange } from "../savings/time-range";
import { Sum, selectRows } from "../statement/rows";

const ModelUsage = z.object({
  model: z.string().nullable(),
  calls: Sum,
  inputTokens: Sum,
  cacheCreationTokens: Sum,
  cacheReadTokens: Sum,
  outputTokens: Sum,
});

/** Returns what an agent's calls used in a range, by model, in tokens as providers counted them; most calls first. */
export async function listAgentUsage(
  db: Database,
  { workspaceId, agent, range }: { workspaceId: string; agent: string; range: TimeRange },
) {
  return selectRows(
    db,
    ModelUsage,
    sql`select model, count(*) as calls, sum(input_tokens) as "inputTokens",
        sum(cache_creation_tokens) as "cacheCreationTokens", sum(cache_read_tokens) as "cacheReadTokens",
        sum(output_tokens) as "outputTokens"
      from message_usage where workspace_id = ${workspaceId} and agent = ${agent}
        and occurred_at >= ${range.start.toISOString()} and occurred_at < ${range.end.toISOString()}
      group by model order by 2 desc, 1 limit 50`,
  );
}
