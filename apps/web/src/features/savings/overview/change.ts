/**
 * Minimum share of days with data in the previous period, relative to this one: with fewer, a change would
 * reflect the missing data.
 */
const LEAST_COVERAGE = 0.8;

/** Returns true if a metric can be compared with the previous period. */
export function isComparable(daysNow: number, daysBefore: number): boolean {
  return daysBefore > 0 && daysBefore >= daysNow * LEAST_COVERAGE;
}

export interface Change {
  direction: "up" | "down" | "same";
  /** Change ÷ previous value, from 0; for shares, the difference itself. Never negative. */
  size: number;
}

/** Computes the relative change of a count or amount; null if the previous value is 0. */
export function changeOf(now: number, before: number): Change | null {
  if (before === 0) return null;
  return describeChange((now - before) / Math.abs(before));
}

/** Computes the difference of two shares (from 0 to 1). */
export function differenceOf(now: number, before: number): Change {
  return describeChange(now - before);
}

/** A difference below half of the last displayed decimal counts as unchanged. */
function describeChange(difference: number): Change {
  const size = Math.abs(difference);
  if (size < 0.0005) return { direction: "same", size: 0 };
  return { direction: difference > 0 ? "up" : "down", size };
}
