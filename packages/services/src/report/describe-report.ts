import type { SavingsTotals } from "@baton/db";
import { ALERT_FIGURE_NAMES, type AlertMetric, formatAlertMetric } from "@baton/server/alert";
import type { ReportInterval, ReportPeriod } from "@baton/server/report";

const METRICS = [
  "tokens_saved",
  "share_saved",
  "money_saved",
  "handoffs",
  "compression_ratio",
  "over_budget_share",
  "failed_gate_share",
  "handoffs_over_500",
  "leaks",
] as const satisfies readonly AlertMetric[];

/** The metrics of a period. */
export interface ReportFigures {
  totals: SavingsTotals;
  leaks: number;
}

/** Writes a report: the main metrics of a period, each with its value in the previous period. */
export function describeReport(
  interval: ReportInterval,
  period: ReportPeriod,
  { now, before }: { now: ReportFigures; before: ReportFigures },
): { subject: string; body: string } {
  const name = interval === "weekly" ? "Weekly report" : "Monthly report";
  const [current, previous] = [valuesOf(now), valuesOf(before)];
  const lines = METRICS.map((metric) => {
    const value = formatAlertMetric(metric, current[metric]);
    return `${ALERT_FIGURE_NAMES[metric]}: ${value} (before: ${formatAlertMetric(metric, previous[metric])})`;
  });
  const saved = formatAlertMetric("tokens_saved", current.tokens_saved);
  return {
    subject: `${name}, ${period.first} to ${period.last}: ${saved} saved`,
    body: [...lines, "Days are UTC. “Before” is the period of the same length before."].join("\n"),
  };
}

function valuesOf({ totals, leaks }: ReportFigures): Record<(typeof METRICS)[number], number | null> {
  const shareOf = ({ part, whole }: { part: number; whole: number }) => (whole > 0 ? part / whole : null);
  return {
    tokens_saved: totals.savedTokens,
    share_saved: totals.savedShare,
    money_saved: totals.savedDollars,
    handoffs: totals.handoffCount,
    compression_ratio: totals.compressionRatio,
    over_budget_share: shareOf(totals.overBudget),
    failed_gate_share: shareOf(totals.failedGates),
    handoffs_over_500: totals.overTarget.part,
    leaks,
  };
}
