import type { ChartPoint } from "./series";

/** Two points of a chart, however the pointer went: the one that stands first, then the other. */
export function orderKeys(
  points: readonly Pick<ChartPoint, "key">[],
  one: string,
  other: string,
): { fromKey: string; toKey: string } {
  const placeOf = (key: string) => points.findIndex((point) => point.key === key);
  return placeOf(one) <= placeOf(other) ? { fromKey: one, toKey: other } : { fromKey: other, toKey: one };
}
