import type { Share } from "@baton/core/task";
import { worthOfSaved } from "@baton/server/pricing";
import { netOf, shareOf } from "@baton/server/savings";
import type { Database } from "../../client";
import { getRollout } from "../artifact/rollout";
import { getCallHabits } from "./call-habits";
import { getPriceBook } from "./model-price";
import { getSavings, listSavingsByModel } from "./savings";
import { getManifestTotals } from "./savings-manifests";
import type { SavingsScope } from "./savings-rows";
import { getTaskTotals } from "./savings-tasks";

/** Metrics of the tiles; null, never zero, without data. */
export interface SavingsTotals {
  /** Net. */
  savedTokens: number;
  /** `savedTokens` ÷ tokens of the original contexts. */
  savedShare: number | null;
  /** Expected value of the net savings in US dollars, without tokens that have no price; `SavedWorth` has the range. */
  savedDollars: number | null;
  lowDollars: number | null;
  highDollars: number | null;
  unpricedTokens: number;
  /** Source size ÷ manifest size. */
  compressionRatio: number | null;
  handoffCount: number;
  /** Manifests over budget, including their required reading. */
  overBudget: Share;
  /** Manifests that the gate blocked. */
  failedGates: Share;
  /** Task handoffs above 500 tokens, of those with a known size. */
  overTarget: Share;
}

/**
 * Returns the metrics of the tiles for a range and a filter. Manifests and tasks only use the agent and
 * workflow filters, because they have no rule and no mode.
 */
export async function getSavingsTotals(db: Database, scope: SavingsScope): Promise<SavingsTotals> {
  const { rollout } = await getRollout(db, scope);
  const [sums, days, prices, habits, manifests, tasks] = await Promise.all([
    getSavings(db, scope),
    listSavingsByModel(db, scope),
    getPriceBook(db, scope),
    getCallHabits(db, { workspaceId: scope.workspaceId, before: scope.range.end }),
    getManifestTotals(db, { ...scope, limits: rollout.budgets }),
    getTaskTotals(db, scope),
  ]);
  const worth = worthOfSaved(prices, days, habits);
  return {
    savedTokens: netOf(sums),
    savedShare: shareOf(sums),
    savedDollars: worth.dollars,
    lowDollars: worth.lowDollars,
    highDollars: worth.highDollars,
    unpricedTokens: worth.unpricedTokens,
    compressionRatio: divide(manifests.detailTokens, manifests.condensedTokens),
    handoffCount: sums.handoffCount,
    overBudget: { part: manifests.exceededCount, whole: manifests.manifestCount },
    failedGates: { part: manifests.failedCount, whole: manifests.manifestCount },
    overTarget: { part: tasks.overTargetCount, whole: tasks.sizedCount },
  };
}

function divide(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
