import { CAUSES, fromStorableText, type HandoffFacts } from "@baton/core";
import { and, eq } from "drizzle-orm";
import type { Database } from "../client";
import {
  CAUSE_COLUMNS,
  type handoff,
  SPANS,
  savingsByModeDay,
  savingsByModeHour,
  savingsByPairDay,
  savingsByPairHour,
  savingsByRuleDay,
  savingsByRuleHour,
} from "../schema/index";
import { addToRollUp, deleteEmptySums, type SumKey, startOf, sumUp } from "./roll-up";

const ROLL_UPS = {
  hour: { rule: savingsByRuleHour, pair: savingsByPairHour, mode: savingsByModeHour },
  day: { rule: savingsByRuleDay, pair: savingsByPairDay, mode: savingsByModeDay },
};

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
 * Adds context handoffs to the sums of their hours and days (UTC), by rule, by pair and by mode. What observe mode would have saved is
 * kept apart; delegations and spans are no savings and stay out.
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
  for (const span of SPANS) {
    const contexts = handoffs.flatMap(({ occurredAt, facts }) => {
      const { kind, mode } = facts;
      const start = startOf(span, occurredAt);
      return kind === "context" && mode ? [{ start, mode, toModel: facts.toModel ?? "", facts }] : [];
    });
    const sumBy = <Key extends SumKey>(keyOf: (one: (typeof contexts)[number]) => Key) =>
      sumUp(contexts, keyOf, { workspaceId, ...NO_SUMS }, (sums, { facts }) => addHandoff(sums, facts, sign));
    const { rule, pair, mode } = ROLL_UPS[span];
    const byRule = sumBy(({ start, mode, toModel, facts: { ruleId } }) => ({
      ...{ start, ruleId: ruleId ?? "", mode, toModel },
    }));
    await addToRollUp(db, rule, byRule);
    const byPair = sumBy(({ start, mode, toModel, facts: { fromAgent, toAgent, ruleId } }) => ({
      ...{ start, fromAgent, toAgent, ruleId: ruleId ?? "", mode, toModel },
    }));
    await addToRollUp(db, pair, byPair);
    await addToRollUp(
      db,
      mode,
      sumBy(({ start, mode }) => ({ start, mode })),
    );
  }
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
  for (const span of SPANS) {
    for (const table of Object.values(ROLL_UPS[span])) {
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
