"use client";

import { DataTable, type DataTableProps } from "@baton/ui/data-table/data-table";
import { keepPreviousData } from "@tanstack/react-query";
import { QueryError, type QueryErrorProps } from "./query-error";

/** Options of the infinite query of a list. It shows the last rows until those of other filters arrive. */
export const LIST_PAGES = {
  getNextPageParam<Cursor>({ nextCursor }: { nextCursor: Cursor }) {
    return nextCursor;
  },
  placeholderData: keepPreviousData,
};

export type ListQuery = QueryErrorProps["query"] & {
  isError: boolean;
  data: unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?: () => unknown;
};

export type ListTableProps<Row> = Omit<
  DataTableProps<Row>,
  "rows" | "isLoading" | "error" | "onLoadMore" | "isLoadingMore"
> & {
  query: ListQuery;
  rows: readonly Row[] | undefined;
  /** Title of the error if the rows do not load. */
  errorTitle: string;
};

/** Shows the rows of a query as a table, with its states, and loads further pages. */
export function ListTable<Row>({ query, rows = [], errorTitle, ...table }: ListTableProps<Row>) {
  const { hasNextPage, fetchNextPage } = query;
  return (
    <DataTable
      {...table}
      rows={rows}
      isLoading={query.data === undefined && !query.isError}
      error={
        query.isError && query.data === undefined ? (
          <QueryError title={errorTitle} query={query} />
        ) : undefined
      }
      {...(fetchNextPage && { onLoadMore: hasNextPage ? () => void fetchNextPage() : undefined })}
      isLoadingMore={query.isFetchingNextPage}
    />
  );
}
