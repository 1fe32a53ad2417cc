import type { HandoffFacts } from "@baton/core/session";
import { eq } from "drizzle-orm";
import type { Database } from "../../client";
import { type handoff, ungovernedByPair } from "../../schema/index";
import { addToRollUps, deleteEmptyTotals, quarterOf, sumUp } from "../savings/roll-up";
import { toSummed } from "../savings/savings-write";
import { bringRows } from "../statement/insert-rows";

const NO_SUMS = { handoffCount: 0, beforeCount: 0, beforeTokens: 0, afterCount: 0, afterTokens: 0 };

/** The columns of a handoff that totals need. */
interface SummedHandoff {
  occurredAt: Date;
  facts: Pick<HandoffFacts, "kind" | "fromAgent" | "toAgent" | "beforeTokens" | "afterTokens">;
}

/**
 * Adds handoffs without a policy to the totals by kind and pair.
 * @param handoffs new ones, without duplicates; context handoffs are skipped.
 * @param sign −1 subtracts them.
 */
export async function addToUngoverned(
  db: Database,
  workspaceId: string,
  handoffs: readonly SummedHandoff[],
  sign: 1 | -1 = 1,
): Promise<void> {
  const ungoverned = handoffs.filter(({ facts }) => facts.kind !== "context");
  if (ungoverned.length === 0) return;
  const quarters = sumUp(
    ungoverned,
    ({ occurredAt, facts: { kind, fromAgent, toAgent } }) => ({
      ...quarterOf(workspaceId, occurredAt),
      kind,
      fromAgent,
      toAgent,
    }),
    NO_SUMS,
    (sums, { facts: { beforeTokens, afterTokens } }) => {
      sums.handoffCount += sign;
      sums.beforeCount += beforeTokens === null ? 0 : sign;
      sums.beforeTokens += sign * (beforeTokens ?? 0);
      sums.afterCount += afterTokens === null ? 0 : sign;
      sums.afterTokens += sign * (afterTokens ?? 0);
    },
  );
  await addToRollUps(db, await bringRows(db, ungovernedByPair, quarters), [ungovernedByPair]);
}

/** Subtracts deleted handoffs from the totals, and deletes totals of zero. */
export async function removeFromUngoverned(
  db: Database,
  workspaceId: string,
  handoffs: readonly (typeof handoff.$inferSelect)[],
): Promise<void> {
  if (handoffs.length === 0) return;
  await addToUngoverned(db, workspaceId, handoffs.map(toSummed), -1);
  const times = handoffs.map(({ occurredAt }) => occurredAt);
  const isEmpty = eq(ungovernedByPair.handoffCount, 0);
  await deleteEmptyTotals(db, ungovernedByPair, { workspaceId, times, isEmpty });
}
