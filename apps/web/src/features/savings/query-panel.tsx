"use client";

import { ChartSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import type { ReactNode } from "react";
import { QueryError, type QueryErrorProps } from "@/frame/query-error";

/** The height of a chart with its axis, in pixels: what stands in its place is as high. */
export const CHART_HEIGHT = 272;

type Query<Data> = QueryErrorProps["query"] & { data: Data | undefined; isError: boolean };

/** What a query gives; until it does, a panel of the same size, and where it fails, why. */
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
