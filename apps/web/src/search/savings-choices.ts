import { createParser } from "nuqs/server";
import { daysOfRange, isRange } from "./range";

/**
 * Named comparisons of a savings page: the previous period, the latest earlier one that starts on the same day of the
 * week, the same days of the previous year, or none.
 */
export const COMPARISONS = ["before", "weekday", "year", "none"] as const;

/** A named comparison, or two days to compare with, both included (`2026-10-01..2026-10-31`). */
export type Comparison = string;

/** Returns true for a named comparison or two ordered days. */
export function isComparison(text: string): boolean {
  return COMPARISONS.some((name) => name === text) || (daysOfRange(text) !== null && isRange(text));
}

export const parseAsComparison = createParser({
  parse: (text) => (isComparison(text) ? text : null),
  serialize: (comparison: Comparison) => comparison,
});

/** Splits of savings in the chart and its ledger. */
export const SPLITS = ["cause", "rule", "pair"] as const;
export type SplitBy = (typeof SPLITS)[number];
