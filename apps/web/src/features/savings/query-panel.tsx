"use client";

import { ChartSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import type { ReactNode } from "react";
import { QueryError, type QueryErrorProps } from "@/frame/query-error";

/** Height of a chart with its axis, in pixels; placeholders have the same height. */
export const CHART_HEIGHT = 272;

type Query<Data> = QueryErrorProps["query"] & { data: Data | undefined; isError: boolean };

/** Shows the result of a query; before it a placeholder of the same size, or the error. */
export function QueryPanel<Data>({
  title,
  query,
  children,
}: {
  title: string;
  query: Query<Data>;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  return (
    <Panel aria-label={title}>
      <PanelHead title={title} />
      <PanelBody>
        {query.isError ? (
          <QueryError title="Could not load the chart" query={query} />
        ) : (
          <ChartSkeleton height={CHART_HEIGHT} />
        )}
      </PanelBody>
    </Panel>
  );
}
