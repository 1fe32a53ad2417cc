import type { HandoffMode } from "@baton/core";

/** Metrics an alert can watch, in the order of the tiles. */
export const ALERT_METRICS = [
  "tokens_saved",
  "share_saved",
  "money_saved",
  "compression_ratio",
  "handoffs",
  "over_budget_share",
  "failed_gate_share",
  "handoffs_over_500",
  "leaks",
] as const;
export type AlertMetric = (typeof ALERT_METRICS)[number];

/**
 * Comparisons that trigger. A value equal to the limit does not.
 * - `below`, `above`: the metric passes the threshold.
 * - `fallen`, `risen`: it changed by more than the threshold, a share, against the same window a week before.
 * - `unusual`: it is outside of the usual range, the lowest to the highest value of the same window in the last four
 *   weeks, widened on both sides by the threshold, a share.
 */
export const ALERT_COMPARISONS = ["below", "above", "fallen", "risen", "unusual"] as const;
export type AlertComparison = (typeof ALERT_COMPARISONS)[number];

/** Earlier weeks that a comparison needs; 0 for those with the threshold itself. */
export const WEEKS_COMPARED: Readonly<Record<AlertComparison, number>> = {
  below: 0,
  above: 0,
  fallen: 1,
  risen: 1,
  unusual: 4,
};

/** Filters of a metric. An empty `rule` means "no rule, the default applied". */
export const ALERT_FILTERS = ["agent", "from", "to", "rule", "mode", "workflow"] as const;
export type AlertFilterName = (typeof ALERT_FILTERS)[number];
export type AlertFilter = {
  readonly [Name in AlertFilterName]?: (Name extends "mode" ? HandoffMode : string) | undefined;
};

/**
 * Combines hourly amounts into a metric.
 * - `count`: the total; 0 without data.
 * - `sum`: the total; unknown without data, since an hour without data is a gap, not a zero.
 * - `ratio`: total amount ÷ total base, never a mean of ratios; unknown without a base.
 */
type Making = "count" | "sum" | "ratio";

/** Unit of a metric. A share is from 0 to 1. */
export type AlertUnit = "tokens" | "share" | "dollars" | "times" | "handoffs" | "leaks";

const OF_SAVINGS = ALERT_FILTERS;
const OF_LEAKS = ["agent", "from", "to", "rule"] as const;
/** Manifests and tasks have no rule and no mode. */
const OF_ARTIFACTS = ["agent", "from", "to", "workflow"] as const;

/** Calculation, unit and filters of each metric. */
export const ALERT_FIGURE_KINDS = {
  tokens_saved: { making: "sum", unit: "tokens", filters: OF_SAVINGS },
  share_saved: { making: "ratio", unit: "share", filters: OF_SAVINGS },
  money_saved: { making: "sum", unit: "dollars", filters: OF_SAVINGS },
  compression_ratio: { making: "ratio", unit: "times", filters: OF_ARTIFACTS },
  handoffs: { making: "count", unit: "handoffs", filters: OF_SAVINGS },
  over_budget_share: { making: "ratio", unit: "share", filters: OF_ARTIFACTS },
  failed_gate_share: { making: "ratio", unit: "share", filters: OF_ARTIFACTS },
  handoffs_over_500: { making: "count", unit: "handoffs", filters: OF_ARTIFACTS },
  leaks: { making: "count", unit: "leaks", filters: OF_LEAKS },
} as const satisfies Record<
  AlertMetric,
  { making: Making; unit: AlertUnit; filters: readonly AlertFilterName[] }
>;

/** The amount one hour adds to a metric. Hours that add nothing may be omitted. */
export interface MetricPart {
  /** Start of the hour, in milliseconds since 1970; a whole hour of UTC. */
  readonly hour: number;
  readonly amount: number;
  /** Denominator of a ratio; number of values in a sum; unused for a count. */
  readonly base: number;
}

/** Computes a metric over the given hours, in its own unit; null if unknown. */
export function metricOf(figure: AlertMetric, parts: Iterable<MetricPart>): number | null {
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
