/** A named value in a list of bars. */
export type BarRow = {
  id: string;
  value: number;
};

type DrawnBarRow<Row> = Row & {
  /** Width from 0 to 1, relative to the largest. */
  share: number;
};

type BarRows<Row> = {
  rows: readonly DrawnBarRow<Row>[];
  /** Number and total of the omitted rows. */
  rest: { count: number; value: number } | null;
};

/** Sorts rows by size, keeps at most `limit`, and scales them by the largest. */
export function prepareBarRows<Row extends BarRow>(rows: readonly Row[], limit = 8): BarRows<Row> {
  const sorted = [...rows].sort((a, b) => b.value - a.value || (a.id < b.id ? -1 : 1));
  const shown = sorted.slice(0, limit);
  const left = sorted.slice(limit);
  const largest = Math.max(0, ...shown.map(({ value }) => value));
  return {
    rows: shown.map((row) => ({ ...row, share: largest > 0 ? row.value / largest : 0 })),
    rest:
      left.length > 0 ? { count: left.length, value: left.reduce((sum, { value }) => sum + value, 0) } : null,
  };
}
