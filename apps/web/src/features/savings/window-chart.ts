import type { ChartPoint, ChartSeries } from "@baton/ui/charts/series";
import type { RouterOutputs } from "@/server/root";
import { sumBy, toPoints } from "./points";

type Received = RouterOutputs["savings"]["received"];
type ReceiverDay = Received["days"][number];

/**
 * Computes the share of receivers' windows in use before they start: the average handoff, plus the reserved
 * tokens for the system prompt and history. Series are receivers, fullest first. A receiver whose model has no
 * known window has the one of the limits.
 */
export function windowSeries(
  { days, limits, windows }: Pick<Received, "days" | "limits" | "windows">,
  buckets: readonly string[],
): { series: ChartSeries[]; points: ChartPoint[] } {
  const shareOf = (rows: readonly ReceiverDay[], agent: string) =>
    meanShare(rows, { ...limits, windowTokens: windows[agent] ?? limits.windowTokens });
  const receivers = [...new Set(days.map(({ toAgent }) => toAgent))];
  const of = (rows: readonly ReceiverDay[], agent: string) => rows.filter(({ toAgent }) => toAgent === agent);
  return {
    series: receivers
      .map((agent) => ({ id: agent, label: agent, share: shareOf(of(days, agent), agent) ?? 0 }))
      .sort((a, b) => b.share - a.share)
      .map(({ id, label }) => ({ id, label })),
    points: toPoints(buckets, days, (rows) =>
      Object.fromEntries(receivers.map((agent) => [agent, shareOf(of(rows, agent), agent)])),
    ),
  };
}

/** Returns the average share of a window over all handoffs; null without handoffs. */
function meanShare(rows: readonly ReceiverDay[], limits: Received["limits"]): number | null {
  const handoffs = sumBy(rows, ({ handoffCount }) => handoffCount);
  if (handoffs === 0) return null;
  return (
    (limits.plannedTokens + sumBy(rows, ({ afterTokens }) => afterTokens) / handoffs) / limits.windowTokens
  );
}
