"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { type Key, type ReactNode, type RefObject, useState } from "react";
import { cn } from "../cn";
import { TableSkeleton } from "../layout/loading";
import { ScrollRegion } from "../layout/scroll-region";
import { Anchor } from "../primitives/anchor";
import { Button } from "../primitives/button";
import { Term } from "../primitives/term";
import { nextOrder, type SortOrder, type SortValue, sortRows } from "./sort";

export type Column<Row> = {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Cell of the totals row. */
  sum?: ReactNode;
  /** Aligned right and never wrapped; sorts from the largest. */
  isNumeric?: boolean;
  /** Fills the remaining width and cuts off longer content (`truncate`). */
  takesRest?: boolean;
  /** Hidden below 560 px. */
  isSecondary?: boolean;
  /**
   * Makes the column sortable. A function returns the value to sort by; `true` leaves sorting to the app's
   * `order` and `onOrderChange`.
   */
  sortBy?: ((row: Row) => SortValue) | true;
  className?: string;
};

export type DataTableProps<Row> = {
  /** Name of the rows for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  /** Returns the link of a row. The first cell becomes the link, and the whole row is clickable. */
  hrefOf?: (row: Row) => string | undefined;
  /** Replaces the link with a click handler; the first cell becomes a button. */
  onSelect?: (row: Row) => void;
  selectedKey?: Key | null;
  /** Marks a row red because something is wrong. Explain it in a cell too. */
  isAlarming?: (row: Row) => boolean;
  /** Key of the row that is active here or elsewhere, for example in a chart. */
  activeKey?: Key | null;
  onActiveChange?: (key: Key | null) => void;
  /** Sort order if the app sorts the rows; without it the table sorts them. */
  order?: SortOrder | null;
  onOrderChange?: (order: SortOrder) => void;
  /** Cell padding of 4 px instead of 7. */
  isCompact?: boolean;
  /** Height in pixels above which rows scroll between head and totals. */
  maxHeight?: number;
  /** States without rows: loading, failed (an ErrorState), empty (an EmptyState). */
  isLoading?: boolean;
  error?: ReactNode;
  empty?: ReactNode;
  /** Draws only these of `rows`, in the app's order, so that a table can have thousands. */
  drawn?: DrawnRows<Row>;
  /** Maximum rows to draw at first, if all rows are loaded; a button draws the next ones. */
  rowsAtOnce?: number;
  /**
   * Loads the next page. Pass it while there are more pages; a button calls it. All loaded rows are
   * drawn.
   */
  onLoadMore?: (() => void) | undefined;
  isLoadingMore?: boolean;
};

const cellBox = "px-2.5 first:pl-4 last:pr-4 max-sm:px-1.5 max-sm:first:pl-4 max-sm:last:pr-4";

/** The rows of a long table that are in view. */
export interface DrawnRows<Row> {
  rows: readonly { row: Row; index: number }[];
  /** Height in pixels of the rows that are not drawn. */
  above: number;
  below: number;
  /** Ref of each row. */
  measure: (element: HTMLTableRowElement | null) => void;
  /** Ref of the element that scrolls. */
  scroller: RefObject<HTMLElement | null>;
}

/** Drawing a thousand rows takes a tenth of a second. */
const ROWS_AT_ONCE = 200;

/** Shows a table whose head and totals stay visible. Numbers align right; a whole row can be one link. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, keyOf, hrefOf, onSelect, activeKey, onActiveChange, maxHeight, drawn } = props;
  const { rowsAtOnce = "onLoadMore" in props ? Number.POSITIVE_INFINITY : ROWS_AT_ONCE } = props;
  const [drawnCount, setDrawnCount] = useState(rowsAtOnce);
  const [ownOrder, setOwnOrder] = useState<SortOrder | null>(null);
  const order = props.order === undefined ? ownOrder : props.order;
  const setOrder = props.onOrderChange ?? setOwnOrder;

  if (props.error) return <div className="px-4 pb-4">{props.error}</div>;
  if (props.isLoading) return <TableSkeleton rows={6} />;
  if (props.rows.length === 0 && props.empty) return <div className="px-4 pb-4">{props.empty}</div>;

  const sortBy = columns.find((column) => column.id === order?.columnId)?.sortBy;
  const sorted =
    order && typeof sortBy === "function" ? sortRows(props.rows, sortBy, order.direction) : props.rows;
  const rows = drawn?.rows ?? sorted.slice(0, drawnCount).map((row, index) => ({ row, index }));
  const loadMore =
    sorted.length > drawnCount && !drawn ? () => setDrawnCount(drawnCount + rowsAtOnce) : props.onLoadMore;
  const hasTotals = columns.some((column) => column.sum !== undefined);
  const cellClass = (column: Column<Row>) =>
    cn(
      cellBox,
      column.isNumeric && "whitespace-nowrap text-right",
      // Without a maximum width, a cell would be as wide as the content that it should cut off.
      column.takesRest && "w-full min-w-[24ch] max-w-0 max-sm:min-w-[18ch]",
      column.isSecondary && "max-sm:hidden",
      column.className,
    );

  return (
    <>
      <ScrollRegion ref={drawn?.scroller} label={caption} maxHeight={maxHeight}>
        <table
          aria-rowcount={drawn ? sorted.length + 1 : undefined}
          className="w-full border-separate border-spacing-0 text-md"
        >
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <HeadCell
                  key={column.id}
                  column={column}
                  className={cellClass(column)}
                  order={order?.columnId === column.id ? order : null}
                  onSort={() => setOrder(nextOrder(order, column.id, column.isNumeric ?? false))}
                />
              ))}
            </tr>
          </thead>
          <tbody className="[&>tr:last-child>td]:border-b-0">
            {drawn && <Gap height={drawn.above} columns={columns.length} />}
            {rows.map(({ row, index }) => {
              const key = keyOf(row);
              const isSelected = key === props.selectedKey;
              const href = hrefOf?.(row);
              const select = onSelect && (() => onSelect(row));
              return (
                <tr
                  key={key}
                  ref={drawn?.measure}
                  data-index={index}
                  aria-rowindex={drawn ? index + 2 : undefined}
                  data-selected={isSelected || undefined}
                  data-active={key === activeKey || undefined}
                  data-alarming={props.isAlarming?.(row) || undefined}
                  onPointerEnter={onActiveChange && (() => onActiveChange(key))}
                  onPointerLeave={onActiveChange && (() => onActiveChange(null))}
                  className="group/row relative data-alarming:bg-danger-soft data-active:bg-surface-2 data-selected:bg-accent-soft hover:not-data-selected:bg-surface-2 [&_:is(a,button):not([data-row])]:relative"
                >
                  {columns.map((column, place) => (
                    <td
                      key={column.id}
                      className={cn(
                        "border-line border-b leading-5",
                        props.isCompact ? "py-1" : "py-[7px]",
                        place === 0 && "group-data-selected/row:shadow-[inset_2px_0_0_var(--accent)]",
                        cellClass(column),
                      )}
                    >
                      {place === 0 && (href !== undefined || select) ? (
                        <RowControl href={href} onSelect={select} isCurrent={isSelected}>
                          {column.cell(row)}
                        </RowControl>
                      ) : (
                        column.cell(row)
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
            {drawn && <Gap height={drawn.below} columns={columns.length} />}
          </tbody>
          {hasTotals && (
            <tfoot>
              <tr>
                {columns.map((column) => (
                  <td
                    key={column.id}
                    className={cn(
                      "sticky bottom-0 border-line-2 border-t bg-surface py-[7px] font-semibold leading-5",
                      cellClass(column),
                    )}
                  >
                    {column.sum}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </ScrollRegion>
      {loadMore && (
        <div className="flex justify-center border-line border-t p-2">
          <Button variant="ghost" size="sm" onClick={loadMore} disabled={props.isLoadingMore}>
            {props.isLoadingMore ? "Loading…" : "Load more"}
          </Button>
        </div>
      )}
    </>
  );
}

/** Takes the place of rows that are not drawn. */
function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height }} className="p-0" />
    </tr>
  );
}

/** The link or button of the first cell, which covers the whole row. */
function RowControl({
  href,
  onSelect,
  isCurrent,
  children,
}: {
  href: string | undefined;
  onSelect: (() => void) | undefined;
  isCurrent: boolean;
  children: ReactNode;
}) {
  const shared = {
    "data-row": true,
    "aria-current": isCurrent || undefined,
    className:
      "text-left text-inherit after:absolute after:inset-0 hover:no-underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2",
  };
  if (href !== undefined) {
    return (
      <Anchor href={href} onClick={onSelect} {...shared}>
        {children}
      </Anchor>
    );
  }
  return (
    <button type="button" onClick={onSelect} {...shared}>
      {children}
    </button>
  );
}

function HeadCell<Row>({
  column,
  className,
  order,
  onSort,
}: {
  column: Column<Row>;
  className: string;
  order: SortOrder | null;
  onSort: () => void;
}) {
  const SortIcon = order?.direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={order?.direction}
      className={cn(
        "sticky top-0 z-1 whitespace-nowrap border-line-2 border-b bg-surface py-[7px] text-left font-medium text-sm text-text-3",
        className,
      )}
    >
      {column.sortBy ? (
        <button
          type="button"
          onClick={onSort}
          className={cn(
            "group/sort inline-flex items-center align-top gap-1 hover:text-text",
            column.isNumeric && "flex-row-reverse",
          )}
        >
          <Term>{column.header}</Term>
          <SortIcon
            aria-hidden
            className={cn(
              "size-3",
              order
                ? "text-text"
                : "opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100",
            )}
          />
        </button>
      ) : (
        <Term>{column.header}</Term>
      )}
    </th>
  );
}
