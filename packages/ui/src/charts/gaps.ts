import type { ChartPoint } from "./series";

/** Maximum gaps to name. The chart shows the others too, and its table names all. */
export const NAMED_GAPS = 3;

/** Adjacent points without data: first and last key, and its label: "4 Nov", "4 Nov to 9 Nov". */
export type Gap = { fromKey: string; toKey: string; when: string };

/** Finds the points without data, and combines adjacent ones. */
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
    gaps.push({ fromKey: first.key, toKey: point.key, when });
  }
  return gaps;
}

/** Describes gaps: "no data 4 Nov, 7 Nov to 9 Nov, 12 Nov and 5 more". */
export function describeGaps(gaps: readonly Gap[]): string {
  const named = gaps.slice(0, NAMED_GAPS).map(({ when }) => when);
  const more = gaps.length - named.length;
  return `no data ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
