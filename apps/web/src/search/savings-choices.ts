/** Comparison of a savings page: the previous period, or none. */
export const COMPARISONS = ["before", "none"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Splits of savings in the chart and its ledger. */
export const SPLITS = ["cause", "rule", "pair"] as const;
export type SplitBy = (typeof SPLITS)[number];
