"use client";

import type { ChartSeries } from "@baton/ui/charts/series";
import { formatCount, formatCountOf, formatPercent } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { PanelFoot } from "@baton/ui/layout/panel";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";
import { COMPACTION_COLOUR } from "../sessions/handoff/outcomes";
import { sessionsAddress } from "./overview/sessions-address";
import { percentTicks } from "./percent-ticks";
import { divide, sumBy, toPoints } from "./points";
import { QueryPanel } from "./query-panel";
import { SeriesPanel } from "./series-panel";
import type { SavingsChartProps } from "./share-panel";

const TITLE = "Facts kept by compactions";
const KEPT: ChartSeries = { id: "kept", label: "Kept", colour: COMPACTION_COLOUR };
/** Share of the compactions of a day, of which no facts could be counted. */
const UNCOMPARED: ChartSeries = { id: "uncompared", label: "Compactions not compared", colour: "text-3" };

/** Shows the share of facts that summaries kept over time. */
export function LossesPanel({ workspace, view, savings, onZoom }: SavingsChartProps) {
  const query = useQuery(
    useTRPC().savings.compactionLosses.queryOptions(
      { workspace, ...view },
      { placeholderData: (last) => last },
    ),
  );
  const { bucket, buckets } = savings;
  return (
    <QueryPanel title={TITLE} query={query}>
      {(days) => {
        const counted = days.filter(({ totalFacts }) => totalFacts > 0);
        const total = sumBy(counted, ({ totalFacts }) => totalFacts);
        const kept = sumBy(counted, ({ keptFacts }) => keptFacts);
        const count = sumBy(days, (day) => day.count);
        const uncompared = sumBy(days, ({ uncomparedCount }) => uncomparedCount);
        return (
          <SeriesPanel
            title={TITLE}
            note="kept facts ÷ facts before"
            description={`Share of paths, commands, numbers, decisions and instructions that summaries kept, per ${bucket}`}
            kind="lines"
            bucket={bucket}
            points={toPoints(buckets, total > 0 ? days : [], (rows) => ({
              kept: divide(
                sumBy(rows, ({ keptFacts }) => keptFacts),
                sumBy(rows, ({ totalFacts }) => totalFacts),
              ),
              uncompared: divide(
                sumBy(rows, ({ uncomparedCount }) => uncomparedCount),
                sumBy(rows, (day) => day.count),
              ),
            }))}
            series={uncompared > 0 ? [KEPT, UNCOMPARED] : [KEPT]}
            formatValue={formatPercent}
            formatAxis={percentTicks}
            hasTotals={false}
            hrefOf={(at) => {
              const day = at.slice(0, 10);
              return sessionsAddress(workspace, { range: `${day}..${day}`, tz: view.tz });
            }}
            onZoom={onZoom}
            unit="share from 0 to 1"
            fileName="facts-kept"
            empty={
              <EmptyState
                title={
                  uncompared > 0
                    ? `${formatCountOf(uncompared, "compaction")} not compared`
                    : "No compactions with counted facts in this period"
                }
              >
                Baton compares the transcripts of Claude Code if it stores content. Otherwise, the event of a
                compaction has its losses.
              </EmptyState>
            }
            foot={
              total > 0 && (
                <PanelFoot>
                  {formatCount(total - kept)} of {formatCount(total)} facts lost,{" "}
                  {formatPercent(kept / total)} kept
                  {uncompared > 0 && (
                    <span className="text-text-3">
                      ; {formatCount(uncompared)} of {formatCountOf(count, "compaction")} not compared,
                      because a text is not stored
                    </span>
                  )}
                </PanelFoot>
              )
            }
          />
        );
      }}
    </QueryPanel>
  );
}
