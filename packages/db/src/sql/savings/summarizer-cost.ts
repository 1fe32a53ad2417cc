import { costOfSummaries, type Worth } from "@baton/server/pricing";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { Sum, selectRows } from "../statement/rows";
import { getPriceBook } from "./model-price";
import { isHandoffBehind } from "./savings-handoffs";
import type { SavingsScope } from "./savings-rows";

const SummarizerDay = z.object({
  day: z.string(),
  model: z.string().nullable(),
  tokens: Sum,
  outputTokens: Sum,
});

/** Returns what the summaries of handoffs cost in a range, at the prices of the models that wrote them. */
export async function getSummarizerCost(db: Database, scope: SavingsScope): Promise<Worth> {
  const [prices, days] = await Promise.all([
    getPriceBook(db, scope),
    selectRows(
      db,
      SummarizerDay,
      sql`select to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day, summarizer_model as model,
          sum(summarizer_tokens) as tokens, coalesce(sum(summarizer_output_tokens), 0) as "outputTokens"
        from handoff where ${isHandoffBehind(scope)} and summarizer_tokens > 0 group by 1, 2`,
    ),
  ]);
  return costOfSummaries(prices, days);
}
