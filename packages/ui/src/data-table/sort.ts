/** Value to sort by; null means no value and sorts last in both directions. */
export type SortValue = number | string | null;

export type SortOrder = { columnId: string; direction: "ascending" | "descending" };

/**
 * Returns a sorted copy of the rows by the value of `orderBy`. Equal rows keep their order. Text is compared
 * by the user's locale, and digits as numbers.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  orderBy: (row: Row) => SortValue,
  direction: SortOrder["direction"],
): readonly Row[] {
  const sign = direction === "ascending" ? 1 : -1;
  return rows
    .map((row) => ({ row, value: orderBy(row) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return sign * compare(a.value, b.value);
    })
    .map(({ row }) => row);
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true });
}

/**
 * Returns the order after a click on a column head: numbers start with the largest,
 * text with A; a second click reverses it.
 */
export function nextOrder(order: SortOrder | null, columnId: string, isNumeric: boolean): SortOrder {
  const first = isNumeric ? "descending" : "ascending";
  if (order?.columnId !== columnId) return { columnId, direction: first };
  return { columnId, direction: order.direction === "ascending" ? "descending" : "ascending" };
}
