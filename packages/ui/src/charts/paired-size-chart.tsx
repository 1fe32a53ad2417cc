import { formatCount, formatPercent } from "../format/number";
import { Anchor } from "../primitives/anchor";
import { FromTo } from "../primitives/from-to";
import { Name } from "../primitives/name";
import { type ChartColour, cssColour } from "./colour";
import { preparePairs, type SizePair } from "./prepare-pairs";

export type PairedSizeChartProps = {
  /** Name of the pairs ("Compactions, tokens before and after"). */
  label: string;
  pairs: readonly SizePair[];
  /** Maximum pairs to show, largest first. */
  limit?: number;
  /** Colour of the second bar: c4 for a compaction. The first bar is grey. */
  colour: ChartColour;
  formatSize?: (size: number) => string;
  /** Shows the change as a percentage. Leave it off if the two sizes measure different things. */
  hasChange?: boolean;
};

/**
 * Draws sizes before and after as pairs of bars on one scale. It needs no table, since the values
 * are next to the bars.
 */
export function PairedSizeChart({
  label,
  pairs,
  limit,
  colour,
  formatSize = formatCount,
  hasChange = true,
}: PairedSizeChartProps) {
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_auto] gap-x-3 gap-y-2.5 max-sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      {preparePairs(pairs, limit).map((pair) => (
        <li
          key={pair.key}
          className="relative col-span-full grid grid-cols-subgrid items-center max-sm:gap-y-1"
        >
          {pair.href === undefined ? (
            <span className="truncate">
              <Name>{pair.label}</Name>
            </span>
          ) : (
            <Anchor href={pair.href} className="truncate after:absolute after:inset-0 hover:underline">
              {pair.label}
            </Anchor>
          )}
          <span aria-hidden className="flex flex-col gap-0.5 max-sm:col-span-2 max-sm:row-start-2">
            <SizeBar share={pair.beforeShare} colour="line-strong" />
            <SizeBar share={pair.afterShare} colour={colour} />
          </span>
          <span className="whitespace-nowrap text-right">
            <span className="text-text-2">
              <FromTo
                from={formatSize(pair.before)}
                to={<span className="text-text">{formatSize(pair.after)}</span>}
              />
            </span>
            {hasChange && pair.before > 0 && (
              <b className="ml-2 inline-block min-w-13">
                {formatPercent((pair.after - pair.before) / pair.before)}
              </b>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function SizeBar({ share, colour }: { share: number; colour: ChartColour }) {
  return (
    <i className="block h-1.5 min-w-px" style={{ width: `${share * 100}%`, background: cssColour(colour) }} />
  );
}
