"use client";

import { formatCompact, formatCount, formatCountOf, formatPercent } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { PanelFoot } from "@baton/ui/layout/panel";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";
import { COMPACTION_SERIES, compactionPoints, sumCompactions } from "./compaction-chart";
import { sessionsAddress } from "./overview/sessions-address";
import { QueryPanel } from "./query-panel";
import { SeriesPanel } from "./series-panel";
import type { SavingsChartProps } from "./share-panel";

const TITLE = "Compactions";

/** Shows compactions, which savings totals exclude. */
export function CompactionsPanel({ workspace, view, savings, onZoom }: SavingsChartProps) {
  const query = useQuery(
    useTRPC().savings.compactions.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }),
  );
  const { bucket, buckets } = savings;
  return (
    <QueryPanel title={TITLE} query={query}>
      {(days) => {
        const { count, measuredCount, beforeTokens, afterTokens } = sumCompactions(days);
        return (
          <SeriesPanel
            title={TITLE}
            note="tokens before and after"
            description={`Tokens of compacted contexts per ${bucket}, kept and compacted away`}
            kind="bars"
            bucket={bucket}
            points={compactionPoints(days, buckets)}
            series={COMPACTION_SERIES}
            hrefOf={(at) => {
              const day = at.slice(0, 10);
              return sessionsAddress(workspace, { range: `${day}..${day}`, tz: view.tz });
            }}
            onZoom={onZoom}
            unit="tokens"
            fileName="compactions"
            empty={
              <EmptyState title="No compactions with both sizes in this period">
                An agent records the size of its context before and after each compaction.
              </EmptyState>
            }
            foot={
              count > 0 && (
                <PanelFoot>
                  {formatCountOf(count, "compaction")}
                  {beforeTokens > 0 &&
                    `, ${formatCompact(beforeTokens)} to ${formatCompact(afterTokens)} tokens, ${formatPercent(1 - afterTokens / beforeTokens)} less`}
                  {count > measuredCount && `; ${formatCount(count - measuredCount)} without both sizes`}. Not
                  included in savings.
                </PanelFoot>
              )
            }
          />
        );
      }}
    </QueryPanel>
  );
}
