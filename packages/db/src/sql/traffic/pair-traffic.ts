import { HANDOFF_KINDS } from "@baton/core/session";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { SPANS, ungovernedByPair } from "../../schema/index";
import { readTotals } from "../savings/read-totals";
import { filteredBy, type SavingsScope, savingsRows } from "../savings/savings-rows";
import { escapeLike } from "../statement/escape-like";
import { Sum, selectRows } from "../statement/rows";

const KindOfPair = z.object({
  kind: z.enum(HANDOFF_KINDS),
  fromAgent: z.string(),
  toAgent: z.string(),
  /** With those in observe mode. */
  handoffCount: Sum,
  /** Sums in tokens, for contexts only of enforced ones; null if no handoff recorded its size. */
  beforeTokens: Sum.nullable(),
  afterTokens: Sum.nullable(),
  /** Net; null for other kinds than contexts. */
  savedTokens: Sum.nullable(),
});
export type KindOfPair = z.infer<typeof KindOfPair>;

/**
 * Lists pairs of agents by kind of handoff, most handoffs first; at most `limit`. Only contexts have a rule, so a
 * filter by rule or mode leaves nothing else.
 */
export async function listPairKinds(
  db: Database,
  { limit, ...scope }: SavingsScope & { limit: number },
): Promise<KindOfPair[]> {
  const contexts = savingsRows(scope, "pair", { keys: PAIR, sums: CONTEXT_SUMS }, "range");
  const { ruleId, mode, workflow } = scope.filter;
  const hasOthers = ruleId === undefined && mode === undefined && workflow === undefined;
  return selectRows(
    db,
    KindOfPair,
    sql`select * from (
        select 'context' as kind, from_agent as "fromAgent", to_agent as "toAgent",
          sum(handoff_count + observed_count) as "handoffCount", sum(before_tokens) as "beforeTokens",
          sum(after_tokens) as "afterTokens", sum(saved_tokens - summarizer_tokens) as "savedTokens"
        from ${contexts} context group by 2, 3
        ${hasOthers ? sql`union all ${selectUngoverned(scope)}` : sql``}) pair
      where "handoffCount" > 0 order by 4 desc, 2, 3, 1 limit ${limit}::int`,
  );
}

/**
 * Finds pairs of agents by words that their names contain, in any case; the busiest first, at most `limit`.
 *
 * @param words that a pair must all contain.
 */
export async function findPairs(
  db: Database,
  { workspaceId, words, limit }: { workspaceId: string; words: readonly string[]; limit: number },
): Promise<{ fromAgent: string; toAgent: string }[]> {
  const patterns = words.map((word) => sql`from_agent || ' → ' || to_agent ilike ${`%${escapeLike(word)}%`}`);
  const found = sql`workspace_id = ${workspaceId} and span = ${SPANS.day} and ${sql.join(patterns, sql` and `)}`;
  return selectRows(
    db,
    z.object({ fromAgent: z.string(), toAgent: z.string() }),
    sql`select from_agent as "fromAgent", to_agent as "toAgent" from (
        select from_agent, to_agent, handoff_count + observed_count as handoffs from savings_by_pair where ${found}
        union all select from_agent, to_agent, handoff_count from ungoverned_by_pair where ${found}) pair
      group by 1, 2 order by sum(handoffs) desc, 1, 2 limit ${limit}::int`,
  );
}

const PAIR = ["from_agent", "to_agent"];
const CONTEXT_SUMS = [
  "handoff_count",
  "observed_count",
  "before_tokens",
  "after_tokens",
  "saved_tokens",
  "summarizer_tokens",
];

function selectUngoverned({ workspaceId, range, filter }: SavingsScope): SQL {
  const sums = readTotals(range, "range", {
    rollUp: ungovernedByPair,
    keys: ["kind", ...PAIR],
    sums: ["handoff_count", "before_count", "before_tokens", "after_count", "after_tokens"],
    where: sql.join(
      [sql`workspace_id = ${workspaceId} and kind <> 'context'`, ...filteredBy(filter)],
      sql` and `,
    ),
    rows: sql`(select workspace_id, occurred_at as at, kind, from_agent, to_agent, 1 as handoff_count,
        (before_tokens is not null)::int as before_count, coalesce(before_tokens, 0) as before_tokens,
        (after_tokens is not null)::int as after_count, coalesce(after_tokens, 0) as after_tokens
      from handoff)`,
  });
  return sql`select kind, from_agent, to_agent, sum(handoff_count),
      case when sum(before_count) > 0 then sum(before_tokens) end,
      case when sum(after_count) > 0 then sum(after_tokens) end, null::numeric
    from ${sums} ungoverned group by 1, 2, 3`;
}
