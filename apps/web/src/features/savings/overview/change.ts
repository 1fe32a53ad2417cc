/**
 * Days with data that the period before must have, as a share of those of this one: of fewer, a change would
 * say more of the data than of what happened.
 */
const LEAST_COVERAGE = 0.8;

/** Whether a figure may be held against the period before. */
export function isComparable(daysNow: number, daysBefore: number): boolean {
  return daysBefore > 0 && daysBefore >= daysNow * LEAST_COVERAGE;
}

export interface Change {
  direction: "up" | "down" | "same";
  /** How much of the figure before, from 0; of shares, the difference itself. Never negative. */
  size: number;
}

/** By what part of itself a count or amount changed; null where there was nothing before. */
export function changeOf(now: number, before: number): Change | null {
  if (before === 0) return null;
  return describeChange((now - before) / Math.abs(before));
}

/** By how much a share (from 0 to 1) changed. */
export function differenceOf(now: number, before: number): Change {
  return describeChange(now - before);
}

/** Less than half of the last decimal that is shown is no change. */
function describeChange(difference: number): Change {
  const size = Math.abs(difference);
  if (size < 0.0005) return { direction: "same", size: 0 };
  return { direction: difference > 0 ? "up" : "down", size };
}
