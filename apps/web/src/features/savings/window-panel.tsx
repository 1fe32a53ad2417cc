"use client";

import { formatCount, formatPercent } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { PanelFoot } from "@baton/ui/layout/panel";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { SavingsView } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { handoffsAddress } from "./addresses";
import { percentTicks } from "./percent-ticks";
import { QueryPanel } from "./query-panel";
import { cutOf, SeriesPanel } from "./series-panel";
import { windowSeries } from "./window-chart";

const TITLE = "Window used, by receiver";

/** Shows the share of receivers’ windows in use before they start, against the target. */
export function WindowPanel({
  workspace,
  view,
  savings,
  onZoom,
}: {
  workspace: string;
  view: SavingsView;
  savings: RouterOutputs["overview"]["savings"];
  onZoom: (fromKey: string, toKey: string) => void;
}) {
  const { received: procedure } = useTRPC().savings;
  const queryClient = useQueryClient();
  const query = useQuery(procedure.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }));
  const fetchWhole = async () => {
    const whole = await queryClient.fetchQuery(procedure.queryOptions({ workspace, ...view, isWhole: true }));
    return windowSeries(whole, savings.buckets);
  };
  return (
    <QueryPanel title={TITLE} query={query}>
      {(received) => {
        const { limits } = received;
        const { series, points } = windowSeries(received, savings.buckets);
        return (
          <SeriesPanel
            title={TITLE}
            note={`average per handoff${cutOf(received.receiverCount)}`}
            description={`Share of the receivers’ context windows used at the start, target ${formatPercent(limits.targetShare)}`}
            kind="lines"
            bucket={savings.bucket}
            points={points}
            series={series}
            target={{ value: limits.targetShare, label: `target ${formatPercent(limits.targetShare)}` }}
            formatValue={formatPercent}
            formatAxis={percentTicks}
            hasTotals={false}
            hrefOf={(at) => handoffsAddress(workspace, view, { at })}
            onZoom={onZoom}
            unit="share from 0 to 1"
            fileName="window-used-by-receiver"
            fetchWhole={fetchWhole}
            empty={
              <EmptyState title="No handoffs in this period">
                Only handoffs with an enforced policy count.
              </EmptyState>
            }
            foot={
              <PanelFoot>
                Handoff + {formatCount(limits.plannedTokens)} tokens reserved for system prompt and history,
                as a share of the window of the receiver’s model; {formatCount(limits.windowTokens)} tokens if
                the price list has no window for it.
              </PanelFoot>
            }
          />
        );
      }}
    </QueryPanel>
  );
}
