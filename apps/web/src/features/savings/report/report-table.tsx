import { cn } from "@baton/ui/cn";
import { ScrollRegion } from "@baton/ui/layout/scroll-region";
import type { ReactNode } from "react";

type ReportColumn<Row> = {
  id: string;
  header: string;
  isNumeric?: boolean;
  /** Hidden on small screens, but always printed. */
  isSecondary?: boolean;
  cell: (row: Row) => ReactNode;
};

type ReportTableProps<Row> = {
  caption: string;
  columns: readonly ReportColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Content without rows. */
  empty: ReactNode;
  /** Totals, one cell per column. */
  sums?: readonly ReactNode[];
};

/** A table for print: its head is repeated on each page, and rows do not break across pages. */
export function ReportTable<Row>({ caption, columns, rows, keyOf, empty, sums }: ReportTableProps<Row>) {
  if (rows.length === 0) return <p className="text-text-2">{empty}</p>;
  const cellClass = ({ isNumeric, isSecondary }: ReportColumn<Row>) =>
    cn(
      "px-2 py-1 align-top first:pl-0 last:pr-0 max-sm:px-1",
      isNumeric ? "text-right sm:whitespace-nowrap print:whitespace-nowrap" : "[overflow-wrap:anywhere]",
      isSecondary && "max-sm:hidden print:table-cell",
    );
  return (
    <ScrollRegion label={caption}>
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead className="table-header-group">
          <tr className="border-line-2 border-b">
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={cn("text-left font-medium text-sm text-text-3", cellClass(column))}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="break-inside-avoid border-line border-b">
              {columns.map((column) => (
                <td key={column.id} className={cellClass(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {sums && (
          <tfoot className="table-row-group">
            <tr className="break-inside-avoid font-semibold">
              {columns.map((column, index) => (
                <td key={column.id} className={cellClass(column)}>
                  {sums[index]}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollRegion>
  );
}

/** A section of a report with its heading. */
export function ReportPart({
  title,
  note,
  children,
}: {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="mt-7 print:mt-6">
      <h2 className="mb-2 break-after-avoid border-line-strong border-b pb-1">{title}</h2>
      {children}
      {note && <p className="mt-1.5 text-sm text-text-3">{note}</p>}
    </section>
  );
}
