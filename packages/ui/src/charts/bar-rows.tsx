import { formatCount } from "../format/number";
import { type ChartColour, cssColour } from "./colour";
import { type BarRow, prepareBarRows } from "./prepare-bar-rows";
import { RowLabel, type RowLabelProps } from "./row-label";

export type LabelledBarRow = BarRow & RowLabelProps;

export type BarRowsProps = {
  /** Name of the rows ("Validation failures by code"). */
  label: string;
  rows: readonly LabelledBarRow[];
  limit?: number;
  colour: ChartColour;
  formatValue?: (value: number) => string;
};

/** Draws one bar per named value, largest value first, on one scale. */
export function BarRows({ label, rows, limit, colour, formatValue = formatCount }: BarRowsProps) {
  const prepared = prepareBarRows(rows, limit);
  return (
    <>
      <ul aria-label={label} className="grid grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_auto] gap-x-3 gap-y-1">
        {prepared.rows.map((row) => (
          <li
            key={row.id}
            className="relative col-span-full grid grid-cols-subgrid items-center rounded-sm py-1 hover:bg-surface-2"
          >
            <RowLabel {...row} />
            <span aria-hidden className="h-2.5 bg-surface-3">
              <i
                className="block h-full min-w-0.5"
                style={{ width: `${row.share * 100}%`, background: cssColour(colour) }}
              />
            </span>
            <span className="whitespace-nowrap text-right font-medium">{formatValue(row.value)}</span>
          </li>
        ))}
      </ul>
      {prepared.rest && (
        <p className="mt-2 text-sm text-text-3">
          and {prepared.rest.count} more with {formatValue(prepared.rest.value)}.
        </p>
      )}
    </>
  );
}
