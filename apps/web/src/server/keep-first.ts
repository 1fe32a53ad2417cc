/**
 * The first items of an unlimited list, and their total number:
 * log writers can create any number of names.
 */
export interface FirstOf<Item> {
  first: Item[];
  /** The total number, or a lower bound if the list was already cut. */
  count: number;
}

/** Items of a list in one answer. */
export const LIST_LIMIT = 200;

/** Returns the first items of a list, with its length. */
export function keepFirst<Item>(items: readonly Item[], limit: number = LIST_LIMIT): FirstOf<Item> {
  return { first: items.slice(0, limit), count: items.length };
}

/**
 * Keeps the rows of the largest series.
 *
 * @returns the rows, and the number of series.
 */
export function keepSeries<Row>(
  rows: readonly Row[],
  { nameOf, weightOf }: { nameOf: (row: Row) => string; weightOf: (row: Row) => number },
): FirstOf<Row> {
  const weights = new Map<string, number>();
  for (const row of rows) weights.set(nameOf(row), (weights.get(nameOf(row)) ?? 0) + weightOf(row));
  const names = [...weights].sort(([, a], [, b]) => b - a).map(([name]) => name);
  const kept = new Set(names.slice(0, LIST_LIMIT));
  return { first: rows.filter((row) => kept.has(nameOf(row))), count: names.length };
}
