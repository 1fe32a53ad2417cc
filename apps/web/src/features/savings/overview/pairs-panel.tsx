"use client";

import type { ChartColour } from "@baton/ui/charts/colour";
import { PairedSizeChart, type PairedSizeChartProps } from "@baton/ui/charts/paired-size-chart";
import { formatCompact } from "@baton/ui/format/number";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { type ReactNode, useId } from "react";
import { QueryError, type QueryErrorProps } from "@/frame/query-error";

/** Maximum pairs to show, largest first. */
export const MOST_PAIRS = 8;

type PairsPanelProps = {
  title: string;
  /** Unit, and the number of omitted pairs. */
  note: string;
  query: QueryErrorProps["query"] & { isError: boolean; isPending: boolean };
  /** Pairs with both sizes, in tokens. */
  pairs: PairedSizeChartProps["pairs"];
  colour: ChartColour;
  hasChange?: boolean;
  /** Content without pairs. */
  empty: ReactNode;
  foot?: ReactNode;
};

/** Shows sizes before and after, which savings totals exclude. */
export function PairsPanel({ title, note, query, pairs, colour, hasChange, empty, foot }: PairsPanelProps) {
  const titleId = useId();
  return (
    <Panel aria-labelledby={titleId}>
      <PanelHead title={title} titleId={titleId} note={note} />
      {query.isPending ? (
        <TableSkeleton rows={4} />
      ) : (
        <PanelBody>
          {query.isError && pairs.length === 0 ? (
            <QueryError title={`Could not load ${title}`} query={query} />
          ) : pairs.length > 0 ? (
            <PairedSizeChart
              label={`${title}, ${note}`}
              pairs={pairs}
              limit={MOST_PAIRS}
              colour={colour}
              formatSize={formatCompact}
              hasChange={hasChange}
            />
          ) : (
            empty
          )}
        </PanelBody>
      )}
      {foot && <PanelFoot>{foot}</PanelFoot>}
    </Panel>
  );
}
