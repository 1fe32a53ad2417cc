import type { CompactionFacts } from "@baton/core/session";
import { eq } from "drizzle-orm";
import type { Database } from "../../client";
import { compactionsByAgent } from "../../schema/index";
import { addToRollUps, deleteEmptyTotals, quarterOf, sumUp } from "../savings/roll-up";
import { bringRows } from "../statement/insert-rows";

const NO_SUMS = { compactionCount: 0, measuredCount: 0, beforeTokens: 0, afterTokens: 0 };

/** The columns of a compaction that totals need. */
interface SummedCompaction
  extends Pick<CompactionFacts, "agent" | "trigger" | "beforeTokens" | "afterTokens"> {
  occurredAt: Date;
}

/**
 * Adds compactions to the totals by agent and trigger.
 * @param compactions new ones, without duplicates.
 * @param sign −1 subtracts them.
 */
export async function addToCompactionTotals(
  db: Database,
  workspaceId: string,
  compactions: readonly SummedCompaction[],
  sign: 1 | -1 = 1,
): Promise<void> {
  if (compactions.length === 0) return;
  const quarters = sumUp(
    compactions,
    ({ occurredAt, agent, trigger }) => ({
      ...quarterOf(workspaceId, occurredAt),
      agent: agent ?? "",
      trigger: trigger ?? ("" as const),
    }),
    NO_SUMS,
    (sums, { beforeTokens, afterTokens }) => {
      sums.compactionCount += sign;
      if (beforeTokens === null || afterTokens === null) return;
      sums.measuredCount += sign;
      sums.beforeTokens += sign * beforeTokens;
      sums.afterTokens += sign * afterTokens;
    },
  );
  await addToRollUps(db, await bringRows(db, compactionsByAgent, quarters), [compactionsByAgent]);
}

/** Subtracts deleted compactions from the totals, and deletes totals of zero. */
export async function removeFromCompactionTotals(
  db: Database,
  workspaceId: string,
  compactions: readonly SummedCompaction[],
): Promise<void> {
  if (compactions.length === 0) return;
  await addToCompactionTotals(db, workspaceId, compactions, -1);
  const times = compactions.map(({ occurredAt }) => occurredAt);
  const isEmpty = eq(compactionsByAgent.compactionCount, 0);
  await deleteEmptyTotals(db, compactionsByAgent, { workspaceId, times, isEmpty });
}
