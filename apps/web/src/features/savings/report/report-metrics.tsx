import {
  formatCompact,
  formatCount,
  formatMoney,
  formatPercent,
  formatPoints,
  formatRatio,
} from "@baton/ui/format/number";
import type { Change } from "@/features/savings/overview/change";
import { ChangeNote } from "@/features/savings/overview/change-note";
import { changesOf, type Metrics, ratioOf } from "@/features/savings/overview/metric-changes";
import { ReportNumber, ReportNumbers } from "./report-numbers";

type Shown = {
  label: string;
  value: string;
  was: string;
  change: Change | null;
  format: (size: number) => string;
  isMoreGood?: boolean;
};

type ReportMetricsProps = {
  now: Metrics;
  /** Null without a comparison. */
  before: Metrics | null;
  /**
   * True if both periods have data on a similar number of days: otherwise changes of amounts mean nothing.
   */
  isFair: boolean;
  /** True if the previous period has no data at all. */
  isEmptyBefore: boolean;
};

/** Shows the metrics of the tiles, each compared with the previous period. */
export function ReportMetrics({ now, before, isFair, isEmptyBefore }: ReportMetricsProps) {
  return (
    <ReportNumbers>
      {listMetrics(now, before ?? now, isFair).map(({ label, value, was, change, format, isMoreGood }) => (
        <ReportNumber
          key={label}
          label={label}
          value={value}
          note={
            before && (
              <ChangeNote
                change={change}
                format={format}
                {...(isEmptyBefore && { without: "no earlier data" })}
                {...(isMoreGood === undefined ? {} : { isMoreGood })}
              >
                was {was}
              </ChangeNote>
            )
          }
        />
      ))}
    </ReportNumbers>
  );
}

function listMetrics(now: Metrics, before: Metrics, isFair: boolean): Shown[] {
  const changes = changesOf(now, before, isFair);
  const orNone = (figure: number | null, format: (figure: number) => string) =>
    figure === null ? "–" : format(figure);
  const countOver = ({ part, whole }: Metrics["overTarget"]) => (whole > 0 ? part : null);
  return [
    {
      label: "Tokens saved, net",
      value: formatCompact(now.savedTokens),
      was: formatCompact(before.savedTokens),
      change: changes.savedTokens,
      format: formatPercent,
      isMoreGood: true,
    },
    {
      label: "Share saved",
      value: orNone(now.savedShare, formatPercent),
      was: orNone(before.savedShare, formatPercent),
      change: changes.savedShare,
      format: formatPoints,
      isMoreGood: true,
    },
    {
      label: "Money saved, net",
      value: orNone(now.savedDollars, formatMoney),
      was: orNone(before.savedDollars, formatMoney),
      change: changes.savedDollars,
      format: formatPercent,
      isMoreGood: true,
    },
    {
      label: "Compression ratio",
      value: orNone(now.compressionRatio, formatRatio),
      was: orNone(before.compressionRatio, formatRatio),
      change: changes.compressionRatio,
      format: formatPercent,
      isMoreGood: true,
    },
    {
      label: "Handoffs",
      value: formatCompact(now.handoffCount),
      was: formatCompact(before.handoffCount),
      change: changes.handoffCount,
      format: formatPercent,
    },
    {
      label: "Over budget",
      value: orNone(ratioOf(now.overBudget), formatPercent),
      was: orNone(ratioOf(before.overBudget), formatPercent),
      change: changes.overBudget,
      format: formatPoints,
      isMoreGood: false,
    },
    {
      label: "Blocked by the gate",
      value: orNone(ratioOf(now.failedGates), formatPercent),
      was: orNone(ratioOf(before.failedGates), formatPercent),
      change: changes.failedGates,
      format: formatPoints,
      isMoreGood: false,
    },
    {
      label: "Tasks over 500 tokens",
      value: orNone(countOver(now.overTarget), formatCount),
      was: orNone(countOver(before.overTarget), formatCount),
      change: changes.overTarget,
      format: formatPercent,
      isMoreGood: false,
    },
  ];
}
