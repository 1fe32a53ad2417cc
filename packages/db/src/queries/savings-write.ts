import { CAUSES, fromStorableText, type HandoffFacts, type HandoffMode } from "@baton/core";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../client";
import {
  ALL_SPANS,
  CAUSE_COLUMNS,
  type handoff,
  savingsByModeDay,
  savingsByModeHour,
  savingsByPairDay,
  savingsByPairHour,
  savingsByPairQuarterDay,
  savingsByPairWeek,
  savingsByReceiverDay,
  savingsByReceiverHour,
  savingsByRuleAndModeDay,
  savingsByRuleAndModeHour,
  savingsByRuleDay,
  savingsByRuleHour,
  savingsByRuleWeek,
  savingsByWorkspaceDay,
  savingsByWorkspaceHour,
} from "../schema/index";
import { bringRows } from "./insert-rows";
import { deleteEmptySums, startInSql, startOf, sumUp } from "./roll-up";
import { selectPrepared } from "./rows";
import { SAVINGS_ROLL_UPS, SUMS } from "./savings-roll-ups";

/** The roll-ups by the spans that they are kept for. */
const TABLES = {
  hour: [
    savingsByRuleHour,
    savingsByRuleAndModeHour,
    savingsByPairHour,
    savingsByModeHour,
    savingsByReceiverHour,
    savingsByWorkspaceHour,
  ],
  quarter_day: [savingsByPairQuarterDay],
  day: [
    savingsByRuleDay,
    savingsByRuleAndModeDay,
    savingsByPairDay,
    savingsByModeDay,
    savingsByReceiverDay,
    savingsByWorkspaceDay,
  ],
  week: [savingsByRuleWeek, savingsByPairWeek],
} as const;

const NO_SUMS = {
  handoffCount: 0,
  beforeTokens: 0,
  afterTokens: 0,
  savedTokens: 0,
  savedByMode: 0,
  savedByNotAllowed: 0,
  savedByBlocked: 0,
  savedByDropped: 0,
  savedByExtracted: 0,
  savedBySummarized: 0,
  addedTokens: 0,
  summarizerTokens: 0,
  blockedCount: 0,
  observedCount: 0,
  observedSavedTokens: 0,
};
type Sums = typeof NO_SUMS;

/** What of a handoff enters the sums. */
interface SummedHandoff {
  occurredAt: Date;
  facts: Pick<
    HandoffFacts,
    | "kind"
    | "mode"
    | "ruleId"
    | "fromAgent"
    | "toAgent"
    | "toModel"
    | "scopingState"
    | "beforeTokens"
    | "afterTokens"
    | "savedTokens"
    | "summarizerTokens"
    | "savedByCause"
  >;
}

/**
 * Adds context handoffs to the sums of their hours and days (UTC), by rule, by pair, by mode, by receiver and
 * all together, and to those of weeks by rule and by pair, of quarters of a day by pair. What observe mode
 * would have saved is kept apart; delegations and spans are no savings and stay out.
 *
 * @param handoffs that count: none that is a duplicate, none that was there before.
 * @param sign −1 takes them out again.
 */
export async function addToSavings(
  db: Database,
  workspaceId: string,
  handoffs: readonly SummedHandoff[],
  sign: 1 | -1 = 1,
): Promise<void> {
  const contexts = handoffs.flatMap(({ occurredAt, facts }) => {
    const { kind, mode } = facts;
    return kind === "context" && mode ? [{ start: startOf("hour", occurredAt), mode, facts }] : [];
  });
  if (contexts.length === 0) return;
  const hours = sumUp(
    contexts,
    (one) => ({ workspaceId, ...keyOfPair(one) }),
    NO_SUMS,
    (sums, { facts }) => addHandoff(sums, facts, sign),
  );
  const source = await bringRows(db, savingsByPairHour, hours);
  await selectPrepared(db, z.object({}), sql`with sums as materialized (${source}), ${ADD_TO_ALL} select 1`);
}

/**
 * All other sums are sums of those by pair and hour, which are few: each is made
 * where it is added, in one order for all writers.
 */
const ADD_TO_ALL = sql.raw(
  Object.entries(SAVINGS_ROLL_UPS)
    .flatMap(([rollUp, { keys, spans }]) =>
      spans.map((span) => {
        const table = `savings_by_${rollUp}_${span}`;
        const toldBy = ["workspace_id", span, ...keys];
        const places = toldBy.map((_, place) => place + 1).join();
        return `add_to_${table} as (
          insert into ${table} (${[...toldBy, ...SUMS].join()})
          select ${["workspace_id", startInSql(span, "hour"), ...keys, ...SUMS.map((name) => `sum(${name})`)].join()}
          from sums group by ${places} order by ${places}
          on conflict (${toldBy.join()}) do update
            set ${SUMS.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join()})`;
      }),
    )
    .join(),
);

function keyOfPair({
  start,
  mode,
  facts,
}: { start: Date; mode: HandoffMode } & Pick<SummedHandoff, "facts">) {
  const { fromAgent, toAgent, ruleId, toModel } = facts;
  return { start, fromAgent, toAgent, ruleId: ruleId ?? "", mode, toModel: toModel ?? "" };
}

/**
 * Takes handoffs that were deleted out of the sums of their hours and days; sums that nothing is left of go.
 *
 * @param handoffs as they were stored: each was added once.
 */
export async function removeFromSavings(
  db: Database,
  workspaceId: string,
  handoffs: readonly (typeof handoff.$inferSelect)[],
): Promise<void> {
  if (handoffs.length === 0) return;
  await addToSavings(db, workspaceId, handoffs.map(toSummed), -1);
  const times = handoffs.map(({ occurredAt }) => occurredAt);
  for (const span of ALL_SPANS) {
    for (const table of TABLES[span]) {
      const isEmpty = and(eq(table.handoffCount, 0), eq(table.observedCount, 0));
      await deleteEmptySums(db, table, { workspaceId, span, times, isEmpty });
    }
  }
}

/** What of a stored handoff entered the sums when it came. */
export function toSummed({ occurredAt, ...row }: typeof handoff.$inferSelect): SummedHandoff {
  return {
    occurredAt,
    facts: {
      ...row,
      ruleId: row.ruleId && fromStorableText(row.ruleId),
      fromAgent: fromStorableText(row.fromAgent),
      toAgent: fromStorableText(row.toAgent),
      toModel: row.toModel && fromStorableText(row.toModel),
      savedByCause: {
        mode: row.savedByMode ?? 0,
        not_allowed: row.savedByNotAllowed ?? 0,
        blocked: row.savedByBlocked ?? 0,
        dropped: row.savedByDropped ?? 0,
        extracted: row.savedByExtracted ?? 0,
        summarized: row.savedBySummarized ?? 0,
        added: row.addedTokens ?? 0,
      },
    },
  };
}

function addHandoff(sums: Sums, facts: SummedHandoff["facts"], sign: 1 | -1): void {
  if (facts.scopingState === "observed") {
    sums.observedCount += sign;
    sums.observedSavedTokens += sign * (facts.savedTokens ?? 0);
    return;
  }
  sums.handoffCount += sign;
  sums.beforeTokens += sign * (facts.beforeTokens ?? 0);
  sums.afterTokens += sign * (facts.afterTokens ?? 0);
  sums.savedTokens += sign * (facts.savedTokens ?? 0);
  sums.summarizerTokens += sign * (facts.summarizerTokens ?? 0);
  const causes = facts.savedByCause;
  if (!causes) return;
  for (const cause of CAUSES) sums[CAUSE_COLUMNS[cause]] += sign * causes[cause];
  sums.addedTokens += sign * causes.added;
  if (causes.blocked > 0) sums.blockedCount += sign;
}
