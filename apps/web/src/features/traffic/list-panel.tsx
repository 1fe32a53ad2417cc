"use client";

import type { Column, DataTableProps } from "@baton/ui/data-table/data-table";
import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import type { ReactNode } from "react";
import { type ListQuery, ListTable } from "@/frame/list-table";

/** Rows that are drawn at first. */
const ROWS_AT_ONCE = 50;

export type WholeListQuery<Row> = ListQuery & { data: { first: readonly Row[]; count: number } | undefined };

type ListPanelProps<Row> = {
  title: string;
  /** Name of one row ("pair"). */
  noun: string;
  note?: ReactNode;
  actions?: ReactNode;
  query: WholeListQuery<Row>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  hrefOf?: DataTableProps<Row>["hrefOf"];
  isAlarming?: DataTableProps<Row>["isAlarming"];
  /** Rows to show of those that were loaded; all by default. */
  filter?: (row: Row) => boolean;
  empty: ReactNode;
};

/** Shows a list that comes whole, in a panel with its number of rows and its states. */
export function ListPanel<Row>(props: ListPanelProps<Row>) {
  const { title, noun, note, actions, query, columns, keyOf, hrefOf, isAlarming, filter, empty } = props;
  const loaded = query.data?.first ?? [];
  const rows = filter ? loaded.filter(filter) : loaded;
  const isCut = query.data !== undefined && query.data.count > loaded.length;
  const count = isCut ? `the first ${formatCount(rows.length)} ${noun}s` : formatCountOf(rows.length, noun);
  return (
    <Panel aria-label={title}>
      <PanelHead
        title={title}
        note={
          query.data && (
            <>
              {count}
              {note && <>, {note}</>}
            </>
          )
        }
        actions={actions}
      />
      <ListTable
        caption={title}
        columns={columns}
        query={query}
        rows={rows}
        keyOf={keyOf}
        {...(hrefOf && { hrefOf })}
        {...(isAlarming && { isAlarming })}
        rowsAtOnce={ROWS_AT_ONCE}
        errorTitle={`Could not load: ${title}`}
        empty={empty}
      />
    </Panel>
  );
}
