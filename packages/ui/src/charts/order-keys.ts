import type { ChartPoint } from "./series";

/** Orders the keys of two points by position, since a drag can go either way. */
export function orderKeys(
  points: readonly Pick<ChartPoint, "key">[],
  one: string,
  other: string,
): { fromKey: string; toKey: string } {
  const placeOf = (key: string) => points.findIndex((point) => point.key === key);
  return placeOf(one) <= placeOf(other) ? { fromKey: one, toKey: other } : { fromKey: other, toKey: one };
}
