import { type ChartColour, cssColour } from "./colour";
import { prepareTargetBars, TARGET_SHARE, type TargetRow } from "./prepare-target-bars";
import { RowLabel, type RowLabelProps } from "./row-label";

export type LabelledTargetRow = TargetRow & RowLabelProps;

export type TargetBarsProps = {
  /** Name of the rows ("Compression ratio by type of artifact, against its target"). */
  label: string;
  rows: readonly LabelledTargetRow[];
  colour: ChartColour;
  formatValue: (value: number) => string;
};

/** Draws values as bars whose individual targets line up. The values are next to the bars. */
export function TargetBars({ label, rows, colour, formatValue }: TargetBarsProps) {
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto_auto] gap-x-3 gap-y-1 max-sm:grid-cols-[minmax(0,1fr)_auto_auto]"
    >
      {prepareTargetBars(rows).map((row) => (
        <li
          key={row.id}
          className="relative col-span-full grid grid-cols-subgrid items-center rounded-sm py-1.5 hover:bg-surface-2"
        >
          <RowLabel {...row} />
          <span
            aria-hidden
            className="relative h-3.5 bg-surface-3 max-sm:col-span-full max-sm:row-start-2 max-sm:mt-1"
          >
            <i
              className="block h-full"
              style={{ width: `${row.share * 100}%`, background: cssColour(colour) }}
            />
            <i
              className="absolute -top-1 -bottom-1 w-0.5 bg-text"
              style={{ left: `${TARGET_SHARE * 100}%` }}
            />
          </span>
          <strong className="whitespace-nowrap text-right font-semibold">
            {row.value === null ? (
              <span className="font-normal text-text-3">none</span>
            ) : (
              formatValue(row.value)
            )}
          </strong>
          <Verdict isMet={row.isMet} target={formatValue(row.target)} />
        </li>
      ))}
    </ul>
  );
}

function Verdict({ isMet, target }: { isMet: boolean | null; target: string }) {
  if (isMet === null) return <span className="whitespace-nowrap text-sm text-text-3">target {target}</span>;
  return (
    <span className={`whitespace-nowrap text-sm ${isMet ? "text-ok" : "text-danger"}`}>
      <span aria-hidden>{isMet ? "✓" : "▼"}</span>
      <span className="sr-only">{isMet ? "reaches" : "is below"} the target of</span> {target}
    </span>
  );
}
