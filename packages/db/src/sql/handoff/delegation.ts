import { HANDOFF_KINDS } from "@baton/core/session";
import { and, desc, eq, getTableColumns, gte, lt, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { compaction, ungovernedByPair } from "../../schema/index";
import { readTotals } from "../savings/read-totals";
import type { TimeRange } from "../savings/time-range";
import { Sum, selectRows } from "../statement/rows";

const DelegationSizes = z.object({
  kind: z.enum(HANDOFF_KINDS),
  fromAgent: z.string(),
  toAgent: z.string(),
  count: Sum,
  /** Averages over the handoffs with a recorded size, in tokens; null without such handoffs. */
  meanBeforeTokens: Sum.nullable(),
  meanAfterTokens: Sum.nullable(),
});
type DelegationSizes = z.infer<typeof DelegationSizes>;

/**
 * Returns delegations and their returns by pair: the size of the caller's context, and of the part passed on.
 */
export async function listDelegationSizes(
  db: Database,
  { workspaceId, range }: { workspaceId: string; range: TimeRange },
): Promise<DelegationSizes[]> {
  const sums = ungovernedTotals(workspaceId, range, ["kind", "from_agent", "to_agent"]);
  return selectRows(
    db,
    DelegationSizes,
    sql`select kind, from_agent as "fromAgent", to_agent as "toAgent", sum(handoff_count) as count,
        round(sum(before_tokens) / nullif(sum(before_count), 0)) as "meanBeforeTokens",
        round(sum(after_tokens) / nullif(sum(after_count), 0)) as "meanAfterTokens"
      from ${sums} sums where kind in ('delegation', 'return')
      group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit 50`,
  );
}

const UngovernedKind = z.object({
  kind: z.enum(HANDOFF_KINDS),
  count: Sum,
  /** Sums over the handoffs with a recorded size, in tokens. */
  beforeTokens: Sum,
  afterTokens: Sum,
});
type UngovernedKind = z.infer<typeof UngovernedKind>;

/** Returns the number and sizes of handoffs without a policy, by kind, most frequent first. */
export async function listUngovernedKinds(
  db: Database,
  { workspaceId, range }: { workspaceId: string; range: TimeRange },
): Promise<UngovernedKind[]> {
  return selectRows(
    db,
    UngovernedKind,
    sql`select kind, sum(handoff_count) as count, sum(before_tokens) as "beforeTokens", sum(after_tokens) as "afterTokens"
      from ${ungovernedTotals(workspaceId, range, ["kind"])} sums group by 1 order by 2 desc, 1`,
  );
}

function ungovernedTotals(workspaceId: string, range: TimeRange, keys: readonly string[]): SQL {
  return readTotals(range, "range", {
    rollUp: ungovernedByPair,
    keys,
    sums: ["handoff_count", "before_count", "before_tokens", "after_count", "after_tokens"],
    where: sql`workspace_id = ${workspaceId} and kind <> 'context'`,
    rows: sql`(select workspace_id, occurred_at as at, kind, from_agent, to_agent, 1 as handoff_count,
        (before_tokens is not null)::int as before_count, coalesce(before_tokens, 0) as before_tokens,
        (after_tokens is not null)::int as after_count, coalesce(after_tokens, 0) as after_tokens
      from handoff)`,
  });
}

/** A summary may have megabytes; it is shown on the page of its compaction. */
const { summary: _, preserved: __, ...LISTED_COMPACTION } = getTableColumns(compaction);

/** Returns the newest compactions of a range, at most `limit`, without their summaries. */
export async function listCompactions(
  db: Database,
  { workspaceId, range, limit = 50 }: { workspaceId: string; range: TimeRange; limit?: number },
) {
  return db
    .select(LISTED_COMPACTION)
    .from(compaction)
    .where(
      and(
        eq(compaction.workspaceId, workspaceId),
        gte(compaction.occurredAt, range.start),
        lt(compaction.occurredAt, range.end),
      ),
    )
    .orderBy(desc(compaction.occurredAt))
    .limit(limit);
}
