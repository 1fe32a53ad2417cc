/** A lane for an agent. */
export type TimelineLane = { id: string; label: string };

/** A time during which a lane's agent worked. Times are milliseconds since 1970 (UTC), here and below. */
export type TimelineBar = { laneId: string; from: number; to: number };

/** Distances between ticks, in milliseconds: from a millisecond to a week. */
const STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 10_800_000, 21_600_000, 43_200_000, 86_400_000,
  172_800_000, 604_800_000,
];

type TimeScale = {
  from: number;
  to: number;
  ticks: readonly number[];
  /** Maps a time to a share: 0 at `from`, 1 at `to`. */
  shareOf: (at: number) => number;
};

/**
 * Computes a time axis over all times, with at most `atMost` ticks at round times. A single time gets a width
 * of one second.
 */
export function prepareTimeScale(moments: readonly number[], atMost: number): TimeScale {
  const from = moments.reduce((least, moment) => Math.min(least, moment), Number.POSITIVE_INFINITY);
  const last = moments.reduce((most, moment) => Math.max(most, moment), Number.NEGATIVE_INFINITY);
  if (moments.length === 0) return { from: 0, to: 1, ticks: [], shareOf: () => 0 };
  const to = last > from ? last : from + 1000;
  const span = to - from;
  const step = STEPS.find((candidate) => span / candidate <= atMost - 1) ?? Math.ceil(span / (atMost - 1));
  const ticks: number[] = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(tick);
  return { from, to, ticks, shareOf: (at) => (at - from) / span };
}
