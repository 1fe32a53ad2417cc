/** Splits of savings in the chart and its ledger. */
export const SPLITS = ["cause", "rule", "pair"] as const;
export type SplitBy = (typeof SPLITS)[number];
