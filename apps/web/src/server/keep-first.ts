/**
 * The first of a list that has no end of its own, and how many there are:
 * whoever writes logs can make any number of names.
 */
export interface FirstOf<Item> {
  first: Item[];
  /** All, where the list itself was cut before: at least. */
  count: number;
}

/** Keeps the first of a list. */
export function keepFirst<Item>(items: readonly Item[], limit: number): FirstOf<Item> {
  return { first: items.slice(0, limit), count: items.length };
}

/**
 * Keeps the rows of those series that come to the most, as many as a chart and its file need.
 *
 * @returns the rows, and how many series there are.
 */
export function keepSeries<Row>(
  rows: readonly Row[],
  limit: number,
  { nameOf, weightOf }: { nameOf: (row: Row) => string; weightOf: (row: Row) => number },
): FirstOf<Row> {
  const weights = new Map<string, number>();
  for (const row of rows) weights.set(nameOf(row), (weights.get(nameOf(row)) ?? 0) + weightOf(row));
  const names = [...weights].sort(([, a], [, b]) => b - a).map(([name]) => name);
  const kept = new Set(names.slice(0, limit));
  return { first: rows.filter((row) => kept.has(nameOf(row))), count: names.length };
}
