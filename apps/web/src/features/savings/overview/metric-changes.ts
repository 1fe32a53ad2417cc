import type { RouterOutputs } from "@/server/root";
import { type Change, changeOf, differenceOf } from "./change";

export type Metrics = RouterOutputs["savings"]["figures"]["now"];
type Share = Metrics["overBudget"];

/** Returns part ÷ whole; null if the whole is 0. */
export function ratioOf({ part, whole }: Share): number | null {
  return whole > 0 ? part / whole : null;
}

/**
 * Computes the change of each key metric between two periods; null without data or without a fair
 * comparison.
 *
 * @param isFair true if both periods have data on a similar number of days: otherwise a change of an amount
 * reflects the days. Shares and ratios of manifests are always compared.
 */
export function changesOf(now: Metrics, before: Metrics, isFair: boolean) {
  const amount = (figure: "savedTokens" | "savedDollars" | "handoffCount") =>
    isFair ? ifBoth(now[figure], before[figure], changeOf) : null;
  const share = (figure: "overBudget" | "failedGates") =>
    ifBoth(ratioOf(now[figure]), ratioOf(before[figure]), differenceOf);
  return {
    savedTokens: amount("savedTokens"),
    savedShare: isFair ? ifBoth(now.savedShare, before.savedShare, differenceOf) : null,
    savedDollars: amount("savedDollars"),
    compressionRatio: ifBoth(now.compressionRatio, before.compressionRatio, changeOf),
    handoffCount: amount("handoffCount"),
    overBudget: share("overBudget"),
    failedGates: share("failedGates"),
    overTarget: isFair ? changeOf(now.overTarget.part, before.overTarget.part) : null,
  } satisfies Record<string, Change | null>;
}

function ifBoth(
  now: number | null,
  before: number | null,
  compare: (now: number, before: number) => Change | null,
): Change | null {
  return now === null || before === null ? null : compare(now, before);
}
