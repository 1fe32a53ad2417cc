import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../client";
import { Sum, selectRows } from "./rows";
import { bucketKey, type SavingsSeriesScope } from "./savings-bucket";
import { type SavingsScope, savingsRows } from "./savings-rows";

const SUM_COLUMNS = sql`
  coalesce(sum(handoff_count), 0) as "handoffCount",
  coalesce(sum(before_tokens), 0) as "beforeTokens",
  coalesce(sum(after_tokens), 0) as "afterTokens",
  coalesce(sum(saved_tokens), 0) as "savedTokens",
  coalesce(sum(saved_by_mode), 0) as "savedByMode",
  coalesce(sum(saved_by_not_allowed), 0) as "savedByNotAllowed",
  coalesce(sum(saved_by_blocked), 0) as "savedByBlocked",
  coalesce(sum(saved_by_dropped), 0) as "savedByDropped",
  coalesce(sum(saved_by_extracted), 0) as "savedByExtracted",
  coalesce(sum(saved_by_summarized), 0) as "savedBySummarized",
  coalesce(sum(added_tokens), 0) as "addedTokens",
  coalesce(sum(summarizer_tokens), 0) as "summarizerTokens",
  coalesce(sum(blocked_count), 0) as "blockedCount",
  coalesce(sum(observed_count), 0) as "observedCount",
  coalesce(sum(observed_saved_tokens), 0) as "observedSavedTokens"`;

/** Sums over enforced context handoffs, in tokens; `observed…` counts what observe mode would have saved, apart. */
export const SavingsSums = z.object({
  handoffCount: Sum,
  beforeTokens: Sum,
  afterTokens: Sum,
  savedTokens: Sum,
  savedByMode: Sum,
  savedByNotAllowed: Sum,
  savedByBlocked: Sum,
  savedByDropped: Sum,
  savedByExtracted: Sum,
  savedBySummarized: Sum,
  addedTokens: Sum,
  summarizerTokens: Sum,
  blockedCount: Sum,
  observedCount: Sum,
  observedSavedTokens: Sum,
});
export type SavingsSums = z.infer<typeof SavingsSums>;

const DayOfSavings = SavingsSums.extend({ day: z.string() });
export type DayOfSavings = z.infer<typeof DayOfSavings>;

/** The sums of a range under a filter. */
export async function getSavings(db: Database, scope: SavingsScope): Promise<SavingsSums> {
  const rows = await selectRows(
    db,
    SavingsSums,
    sql`select ${SUM_COLUMNS} from ${savingsRows(scope, null, "range")} sums`,
  );
  const [sums] = rows;
  if (!sums) throw new Error("an aggregate without groups gives one row");
  return sums;
}

/** The sums of each day (or hour) that has handoffs, oldest first. Those without any are left out. */
export async function listSavingsByDay(db: Database, scope: SavingsSeriesScope): Promise<DayOfSavings[]> {
  return selectRows(
    db,
    DayOfSavings,
    sql`select ${bucketKey(scope)} as day, ${SUM_COLUMNS}
      from ${savingsRows(scope, null, scope.bucket ?? "day")} sums group by 1 order by 1`,
  );
}

const DayByRule = z.object({ day: z.string(), ruleId: z.string(), savedTokens: Sum, handoffCount: Sum });
const DayByPair = z.object({
  day: z.string(),
  fromAgent: z.string(),
  toAgent: z.string(),
  savedTokens: Sum,
  handoffCount: Sum,
});

/** Tokens saved per day and rule; an empty `ruleId` is "no rule, the default applied". */
export async function listSavingsByDayAndRule(db: Database, scope: SavingsSeriesScope) {
  return selectRows(
    db,
    DayByRule,
    sql`select ${bucketKey(scope)} as day, rule_id as "ruleId",
        sum(saved_tokens) as "savedTokens", sum(handoff_count) as "handoffCount"
      from ${savingsRows(scope, "rule", scope.bucket ?? "day")} sums group by 1, 2 order by 1, 2`,
  );
}

/** Tokens saved per day and pair of agents. */
export async function listSavingsByDayAndPair(db: Database, scope: SavingsSeriesScope) {
  return selectRows(
    db,
    DayByPair,
    sql`select ${bucketKey(scope)} as day,
        from_agent as "fromAgent", to_agent as "toAgent",
        sum(saved_tokens) as "savedTokens", sum(handoff_count) as "handoffCount"
      from ${savingsRows(scope, "pair", scope.bucket ?? "day")} sums group by 1, 2, 3 order by 1, 2, 3`,
  );
}

const RuleTraffic = SavingsSums.extend({ ruleId: z.string() });

/** The sums of each rule that applied in the range; an empty `ruleId` is the default. */
export async function listRuleTraffic(db: Database, scope: SavingsScope) {
  return selectRows(
    db,
    RuleTraffic,
    sql`select rule_id as "ruleId", ${SUM_COLUMNS}
      from ${savingsRows(scope, "rule", "range")} sums group by 1 order by 1`,
  );
}

const ModelDay = z.object({ day: z.string(), model: z.string(), tokens: Sum });

/** Tokens saved, net of what summarising used, per day or hour (UTC, as prices go by) and receiver's model; '' where it is not recorded. */
export async function listSavingsByModel(db: Database, scope: SavingsSeriesScope) {
  const inUtc = { ...scope, range: { ...scope.range, timeZone: "UTC" } };
  return selectRows(
    db,
    ModelDay,
    sql`select ${bucketKey(inUtc)} as day, to_model as model, sum(saved_tokens) - sum(summarizer_tokens) as tokens
      from ${savingsRows(inUtc, "model", scope.bucket ?? "day")} sums group by 1, 2 order by 1, 2`,
  );
}

const PairTraffic = SavingsSums.extend({ fromAgent: z.string(), toAgent: z.string() });

/** The sums of each pair of agents in the range. */
export async function listPairTraffic(db: Database, scope: SavingsScope) {
  return selectRows(
    db,
    PairTraffic,
    sql`select from_agent as "fromAgent", to_agent as "toAgent", ${SUM_COLUMNS}
      from ${savingsRows(scope, "pair", "range")} sums group by 1, 2 order by 1, 2`,
  );
}

/** Every model that a handoff named as its receiver's. */
export async function listModels(db: Database, { workspaceId }: { workspaceId: string }): Promise<string[]> {
  const rows = await selectRows(
    db,
    z.object({ model: z.string() }),
    sql`select distinct to_model as model from savings_by_rule_day
      where workspace_id = ${workspaceId} and to_model <> '' order by 1`,
  );
  return rows.map(({ model }) => model);
}

const ReceiverDay = z.object({ day: z.string(), toAgent: z.string(), handoffCount: Sum, afterTokens: Sum });
export type ReceiverDay = z.infer<typeof ReceiverDay>;

/** What entered each receiver per day, in tokens, and in how many enforced handoffs: how full its window is before it begins. */
export async function listReceivedByDay(db: Database, scope: SavingsSeriesScope): Promise<ReceiverDay[]> {
  return selectRows(
    db,
    ReceiverDay,
    sql`select ${bucketKey(scope)} as day, to_agent as "toAgent",
        sum(handoff_count) as "handoffCount", sum(after_tokens) as "afterTokens"
      from ${savingsRows(scope, "pair", scope.bucket ?? "day")} sums group by 1, 2 having sum(handoff_count) > 0 order by 1, 2`,
  );
}
