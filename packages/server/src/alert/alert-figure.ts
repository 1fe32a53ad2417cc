import type { HandoffMode } from "@baton/core";

/** What an alert may go by: the figures of the tiles, in their order. */
export const ALERT_FIGURES = [
  "tokens_saved",
  "share_saved",
  "money_saved",
  "compression_ratio",
  "handoffs",
  "over_budget_share",
  "failed_gate_share",
  "handoffs_over_500",
] as const;
export type AlertFigure = (typeof ALERT_FIGURES)[number];

/** What a figure may be narrowed to. An empty `rule` means "no rule, the default applied". */
export const ALERT_FILTERS = ["agent", "from", "to", "rule", "mode", "workflow"] as const;
export type AlertFilterName = (typeof ALERT_FILTERS)[number];
export type AlertFilter = {
  readonly [Name in AlertFilterName]?: (Name extends "mode" ? HandoffMode : string) | undefined;
};

/**
 * How a figure comes of what its hours add to it.
 * - `count`: all amounts together; nothing at all is 0, and is known.
 * - `sum`: the same, but unknown where there was nothing to sum up:
 *   an hour without data is a gap, not a zero.
 * - `ratio`: amounts through bases, of the sums and never of the ratios; unknown where there is no base.
 */
type Making = "count" | "sum" | "ratio";

/** What a figure is counted in. A share is from 0 to 1. */
export type AlertUnit = "tokens" | "share" | "dollars" | "times" | "handoffs";

const OF_SAVINGS = ALERT_FILTERS;
/** Manifests and tasks know neither rule nor mode. */
const OF_ARTIFACTS = ["agent", "from", "to", "workflow"] as const;

/** How each figure is made, in what it is counted, and what it can be narrowed to. */
export const ALERT_FIGURE_KINDS = {
  tokens_saved: { making: "sum", unit: "tokens", filters: OF_SAVINGS },
  share_saved: { making: "ratio", unit: "share", filters: OF_SAVINGS },
  money_saved: { making: "sum", unit: "dollars", filters: OF_SAVINGS },
  compression_ratio: { making: "ratio", unit: "times", filters: OF_ARTIFACTS },
  handoffs: { making: "count", unit: "handoffs", filters: OF_SAVINGS },
  over_budget_share: { making: "ratio", unit: "share", filters: OF_ARTIFACTS },
  failed_gate_share: { making: "ratio", unit: "share", filters: OF_ARTIFACTS },
  handoffs_over_500: { making: "count", unit: "handoffs", filters: OF_ARTIFACTS },
} as const satisfies Record<
  AlertFigure,
  { making: Making; unit: AlertUnit; filters: readonly AlertFilterName[] }
>;

/** What one hour adds to a figure. Hours that add nothing may be left out. */
export interface FigurePart {
  /** When the hour began, in milliseconds since 1970; a whole hour of UTC. */
  readonly hour: number;
  readonly amount: number;
  /** Of a ratio, what it is a ratio to; of a sum, how much was summed up; of a count, nothing. */
  readonly base: number;
}

/** A figure over the hours given, in its own unit; null where it is not known. */
export function figureOf(figure: AlertFigure, parts: Iterable<FigurePart>): number | null {
  let amount = 0;
  let base = 0;
  for (const part of parts) {
    amount += part.amount;
    base += part.base;
  }
  const { making } = ALERT_FIGURE_KINDS[figure];
  if (making === "count") return amount;
  if (base === 0) return null;
  return making === "sum" ? amount : amount / base;
}
