import { CAUSES } from "@baton/core";
import { mapCauses } from "@baton/core/internal";
import type { HandoffFacts } from "@baton/core/session";
import { causeField, mapCauseFields, savedBy } from "@baton/server/savings";
import { fromStorableText } from "@baton/server/storable-text";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../client";
import { type handoff, savingsByPair, savingsByRule, savingsByWorkspace } from "../../schema/index";
import { bringRows } from "../statement/insert-rows";
import { addToRollUps, deleteEmptyTotals, quarterOf, sumUp } from "./roll-up";
import type { SavingsTotalsRow } from "./savings";

const ROLL_UPS = [savingsByPair, savingsByRule, savingsByWorkspace] as const;

/** Totals of no handoffs. */
export const NO_SUMS: SavingsTotalsRow = {
  handoffCount: 0,
  beforeTokens: 0,
  afterTokens: 0,
  savedTokens: 0,
  ...mapCauseFields(() => 0),
  addedTokens: 0,
  summarizerTokens: 0,
  blockedCount: 0,
  observedCount: 0,
  observedSavedTokens: 0,
};

/** The columns of a handoff that totals need. */
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
 * Adds context handoffs to the sums of savings. Savings of observe mode are counted separately. Delegations
 * and spans are not savings and are excluded.
 *
 * @param handoffs new handoffs, without duplicates and known ones.
 * @param sign −1 subtracts them.
 */
export async function addToSavings(
  db: Database,
  workspaceId: string,
  handoffs: readonly SummedHandoff[],
  sign: 1 | -1 = 1,
): Promise<void> {
  const contexts = handoffs.flatMap(({ occurredAt, facts }) => {
    const { kind, mode } = facts;
    return kind === "context" && mode ? [{ occurredAt, mode, facts }] : [];
  });
  if (contexts.length === 0) return;
  const quarters = sumUp(
    contexts,
    ({ occurredAt, mode, facts: { fromAgent, toAgent, ruleId, toModel } }) => ({
      ...quarterOf(workspaceId, occurredAt),
      fromAgent,
      toAgent,
      ruleId: ruleId ?? "",
      mode,
      toModel: toModel ?? "",
    }),
    NO_SUMS,
    (sums, { facts }) => addHandoff(sums, facts, sign),
  );
  await addToRollUps(db, await bringRows(db, savingsByPair, quarters), ROLL_UPS);
}

/**
 * Subtracts deleted handoffs from the totals, and deletes totals of zero.
 * @param handoffs as stored; each was added once.
 */
export async function removeFromSavings(
  db: Database,
  workspaceId: string,
  handoffs: readonly (typeof handoff.$inferSelect)[],
): Promise<void> {
  if (handoffs.length === 0) return;
  await addToSavings(db, workspaceId, handoffs.map(toSummed), -1);
  const times = handoffs.map(({ occurredAt }) => occurredAt);
  for (const rollUp of ROLL_UPS) {
    const isEmpty = and(eq(rollUp.handoffCount, 0), eq(rollUp.observedCount, 0));
    await deleteEmptyTotals(db, rollUp, { workspaceId, times, isEmpty });
  }
}

/** Returns the columns of a stored handoff that were added to totals on import. */
export function toSummed({ occurredAt, ...row }: typeof handoff.$inferSelect): SummedHandoff {
  return {
    occurredAt,
    facts: {
      ...row,
      ruleId: row.ruleId && fromStorableText(row.ruleId),
      fromAgent: fromStorableText(row.fromAgent),
      toAgent: fromStorableText(row.toAgent),
      toModel: row.toModel && fromStorableText(row.toModel),
      savedByCause: { ...mapCauses((cause) => savedBy(row, cause)), added: row.addedTokens ?? 0 },
    },
  };
}

function addHandoff(sums: SavingsTotalsRow, facts: SummedHandoff["facts"], sign: 1 | -1): void {
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
  for (const cause of CAUSES) sums[causeField(cause)] += sign * causes[cause];
  sums.addedTokens += sign * causes.added;
  if (causes.blocked > 0) sums.blockedCount += sign;
}
