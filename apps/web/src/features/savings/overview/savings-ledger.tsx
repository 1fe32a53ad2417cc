"use client";

import { grossOf, netOf } from "@baton/server/savings";
import { Ledger, type LedgerSum } from "@baton/ui/charts/ledger";
import { type ChartPoint, type ChartSeries, capSeries, sumOf } from "@baton/ui/charts/series";
import { formatCompact, formatPercent } from "@baton/ui/format/number";
import type { SplitBy } from "@/search/savings-choices";
import { summarizingLabel } from "../summarizing-label";
import type { SavingsTotalsRow } from "./savings-chart";

type SavingsLedgerProps = {
  by: SplitBy;
  sums: SavingsTotalsRow;
  /** At the prices of the models that summarized; null without a price. */
  summarizingDollars: number | null;
  /** Series from the bottom of the stack up. */
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  /** Returns the link to the sessions behind a series, if there is one. */
  hrefOf: (id: string) => string | undefined;
};

/**
 * Shows the legend as an account: gross savings by cause minus their cost, or net savings by rule or pair.
 */
export function SavingsLedger({ by, sums, summarizingDollars, series, points, hrefOf }: SavingsLedgerProps) {
  const isByCause = by === "cause";
  const whole = isByCause ? grossOf(sums) : netOf(sums);
  const shareOfWhole = (tokens: number) => (whole > 0 ? formatPercent(tokens / whole) : "");
  const drawn = capSeries(series, points);
  const rows = drawn.series.map(({ id, label, colour }) => {
    const tokens = sumOf(drawn.points.map(({ values }) => values?.[id] ?? 0));
    return { id, label, colour, value: formatCompact(tokens), share: shareOfWhole(tokens), href: hrefOf(id) };
  });
  const row = (id: string, label: string, tokens: number): LedgerSum => ({
    id,
    label,
    value: formatCompact(tokens),
    share: shareOfWhole(tokens),
  });
  const net = row("net", "Saved, net", netOf(sums));
  const steps = [
    sums.addedTokens !== 0 && row("added", "Added by transforming", sums.addedTokens),
    row("cost", summarizingLabel(summarizingDollars), -sums.summarizerTokens),
  ].filter((step) => step !== false);
  return (
    <Ledger
      caption={`Tokens saved by ${by}, and the cost of summarizing`}
      rows={rows.reverse()}
      sums={
        // Tokens of rules and pairs are already net.
        isByCause
          ? [row("gross", "Saved, gross", whole), ...steps.map((step) => ({ ...step, isStep: true })), net]
          : [net]
      }
    />
  );
}
