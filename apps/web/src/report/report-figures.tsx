import {
  formatCompact,
  formatCount,
  formatMoney,
  formatPercent,
  formatPoints,
  formatRatio,
} from "@baton/ui/format/number";
import { type Change, changeOf, differenceOf } from "@/overview/change";
import { ChangeNote } from "@/overview/change-note";
import type { RouterOutputs } from "@/server/root";

type Figures = RouterOutputs["savings"]["figures"]["now"];

type Shown = {
  label: string;
  value: string;
  was: string;
  change: Change | null;
  format: (size: number) => string;
  isMoreGood?: boolean;
};

export type ReportFiguresProps = {
  now: Figures;
  /** Null where the report is held against nothing. */
  before: Figures | null;
  /** Whether both periods have data on about as many days: else changes of amounts say nothing. */
  isFair: boolean;
};

/** The figures of the tiles, each held against the period before. */
export function ReportFigures({ now, before, isFair }: ReportFiguresProps) {
  return (
    <dl className="grid grid-cols-4 gap-px border border-line bg-line max-sm:grid-cols-2 print:grid-cols-4">
      {listFigures(now, before ?? now, isFair).map(({ label, value, was, change, format, isMoreGood }) => (
        <div key={label} className="break-inside-avoid bg-surface px-3 py-2">
          <dt className="text-sm text-text-2">{label}</dt>
          <dd>
            <span className="font-semibold text-num">{value}</span>
            {before && (
              <span className="block text-sm text-text-3">
                <ChangeNote
                  change={change}
                  format={format}
                  {...(isMoreGood === undefined ? {} : { isMoreGood })}
                >
                  was {was}
                </ChangeNote>
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function listFigures(now: Figures, before: Figures, isFair: boolean): Shown[] {
  const amount = (after: number | null, earlier: number | null) =>
    isFair && after !== null && earlier !== null ? changeOf(after, earlier) : null;
  const share = (after: number | null, earlier: number | null) =>
    after !== null && earlier !== null ? differenceOf(after, earlier) : null;
  const part = ({ part: some, whole }: Figures["overBudget"]) => (whole > 0 ? some / whole : null);
  const orNone = (figure: number | null, format: (figure: number) => string) =>
    figure === null ? "–" : format(figure);
  return [
    {
      ...{ label: "Tokens saved, net", value: formatCompact(now.savedTokens) },
      ...{ was: formatCompact(before.savedTokens), change: amount(now.savedTokens, before.savedTokens) },
      ...{ format: formatPercent, isMoreGood: true },
    },
    {
      ...{ label: "Share saved", value: orNone(now.savedShare, formatPercent) },
      ...{ was: orNone(before.savedShare, formatPercent), change: share(now.savedShare, before.savedShare) },
      ...{ format: formatPoints, isMoreGood: true },
    },
    {
      ...{ label: "Money saved, net", value: orNone(now.savedDollars, formatMoney) },
      ...{ was: orNone(before.savedDollars, formatMoney) },
      ...{ change: amount(now.savedDollars, before.savedDollars), format: formatPercent, isMoreGood: true },
    },
    {
      ...{ label: "Compression ratio", value: orNone(now.compressionRatio, formatRatio) },
      ...{ was: orNone(before.compressionRatio, formatRatio) },
      change:
        now.compressionRatio !== null && before.compressionRatio !== null
          ? changeOf(now.compressionRatio, before.compressionRatio)
          : null,
      ...{ format: formatPercent, isMoreGood: true },
    },
    {
      ...{ label: "Handoffs", value: formatCompact(now.handoffCount) },
      ...{ was: formatCompact(before.handoffCount), change: amount(now.handoffCount, before.handoffCount) },
      format: formatPercent,
    },
    {
      ...{ label: "Over budget", value: orNone(part(now.overBudget), formatPercent) },
      ...{ was: orNone(part(before.overBudget), formatPercent) },
      ...{ change: share(part(now.overBudget), part(before.overBudget)), format: formatPoints },
      isMoreGood: false,
    },
    {
      ...{ label: "Failed gates", value: orNone(part(now.failedGates), formatPercent) },
      ...{ was: orNone(part(before.failedGates), formatPercent) },
      ...{ change: share(part(now.failedGates), part(before.failedGates)), format: formatPoints },
      isMoreGood: false,
    },
    {
      ...{ label: "Tasks over 500 tokens", value: formatCount(now.overTarget.part) },
      ...{ was: formatCount(before.overTarget.part) },
      ...{ change: amount(now.overTarget.part, before.overTarget.part), format: formatPercent },
      isMoreGood: false,
    },
  ];
}
