/** What a page of savings is held against: the period before, or nothing. */
export const COMPARISONS = ["before", "none"] as const;
export type Comparison = (typeof COMPARISONS)[number];
