import type { CompactionFacts } from "@baton/core/session";
import { eq } from "drizzle-orm";
import type { Database } from "../../client";
import { compactionsByAgent } from "../../schema/index";
import { addToRollUps, deleteEmptyTotals, quarterOf, sumUp } from "../savings/roll-up";
import { bringRows } from "../statement/insert-rows";

const NO_SUMS = { compactionCount: 0, measuredCount: 0, beforeTokens: 0, afterTokens: 0 };

/** The part of a compaction that enters the sums. */
export interface SummedCompaction
  extends Pick<CompactionFacts, "agent" | "trigger" | "beforeTokens" | "afterTokens"> {
  occurredAt: Date;
}

/**
 * Adds compactions to the sums by agent and by what set them off.
 *
 * @param compactions that count: none that was there before.
 * @param sign −1 takes them out again.
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

/** Takes compactions that were deleted out of the sums; sums that nothing is left of go. */
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
