import type { Column } from "@baton/ui/data-table/data-table";
import { formatCount } from "@baton/ui/format/number";

/** Returns a sortable column of a number in each row, formatted as a count by default. */
export function numberColumn<Row>(
  id: string,
  header: string,
  numberOf: (row: Row) => number,
  {
    format = formatCount,
    isSecondary = false,
  }: { format?: (value: number) => string; isSecondary?: boolean } = {},
): Column<Row> {
  return { id, header, isNumeric: true, isSecondary, cell: (row) => format(numberOf(row)), sortBy: numberOf };
}
