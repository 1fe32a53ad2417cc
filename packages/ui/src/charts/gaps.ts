import type { ChartPoint } from "./series";

/** Neighbouring points without data, as one: first and last key, and the words for it. */
export type Gap = { fromKey: string; toKey: string; words: string };

/** The points without data, neighbours put together: "no data, 4 Nov", "no data, 4 Nov to 9 Nov". */
export function findGaps(points: readonly ChartPoint[]): readonly Gap[] {
  const gaps: Gap[] = [];
  let first: ChartPoint | null = null;
  for (const [index, point] of points.entries()) {
    if (point.values !== null) {
      first = null;
      continue;
    }
    first ??= point;
    if (points[index + 1]?.values === null) continue;
    const when = first === point ? point.label : `${first.label} to ${point.label}`;
    gaps.push({ fromKey: first.key, toKey: point.key, words: `no data, ${when}` });
  }
  return gaps;
}
