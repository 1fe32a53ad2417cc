import type { RouterOutputs } from "@/server/root";
import { type Change, changeOf, differenceOf } from "./change";

export type Figures = RouterOutputs["savings"]["figures"]["now"];
type Share = Figures["overBudget"];

/** A count as a share of what it is of; null where there is nothing. */
export function ratioOf({ part, whole }: Share): number | null {
  return whole > 0 ? part / whole : null;
}

/**
 * How each key figure changed from one period to the next; null where there was nothing, or
 * nothing that it could fairly be held against.
 *
 * @param isFair whether both periods have data on about as many days: else an amount says more of the days
 *               than of the work. Shares and ratios of manifests are held against what there was.
 */
export function changesOf(now: Figures, before: Figures, isFair: boolean) {
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
