/** Comparison of a savings page: the previous period, or none. */
export const COMPARISONS = ["before", "none"] as const;
export type Comparison = (typeof COMPARISONS)[number];
