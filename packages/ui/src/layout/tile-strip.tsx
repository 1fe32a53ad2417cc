import type { CSSProperties, ReactNode } from "react";
import { cn } from "../cn";
import { Anchor } from "../primitives/anchor";
import { Term } from "../primitives/term";

export type TileStripProps = {
  /** Name of the tiles ("Tokens, 30 days"). */
  label: string;
  /** Tiles per row on a wide screen; 4 below 1180 px, 2 on a phone. */
  columns: number;
  /** The Tiles. */
  children: ReactNode;
};

/** Columns of a strip by screen width, shared with its skeleton. */
export const tileGrid =
  "grid grid-cols-[repeat(var(--tiles),minmax(0,1fr))] overflow-hidden rounded-lg border border-line bg-surface max-lg:grid-cols-[repeat(min(var(--tiles),4),minmax(0,1fr))] max-sm:grid-cols-2";

/** Returns the number of columns as the style that `tileGrid` reads. */
export function tileColumns(columns: number): CSSProperties {
  return Object.fromEntries([["--tiles", columns]]);
}

/** Shows metrics in a row, divided by hairlines. */
export function TileStrip({ label, columns, children }: TileStripProps) {
  return (
    <section aria-label={label} className={tileGrid} style={tileColumns(columns)}>
      {children}
    </section>
  );
}

export type TileProps = {
  label: string;
  /** Dot before the label, in the metric's chart colour. */
  mark?: ReactNode;
  /** The formatted value and its unit ("M", "%", "tokens"). */
  value: string;
  unit?: string;
  /** Explains how the value was computed, on hover of the value. */
  explanation?: string | undefined;
  /** Text below the value, up to two lines: a Delta with its comparison, a target, or a price. */
  note?: ReactNode;
  /** A Sparkline at the bottom. */
  sparkline?: ReactNode;
  /** Link to the data behind the metric. */
  href?: string;
};

/**
 * A cell overlaps its neighbors by its hairline, which the strip clips at its edge, so that empty cells are
 * invisible.
 */
export const tileBox = "-mr-px -mb-px min-w-0 border-line border-r border-b pt-3 pr-2.5 pb-2.5 pl-3";

/** Shows one metric. */
export function Tile({ label, mark, value, unit, explanation, note, sparkline, href }: TileProps) {
  return (
    <div
      className={cn(tileBox, "group relative flex flex-col", href && "transition-colors hover:bg-surface-2")}
    >
      <div className="flex items-center gap-1.5 text-sm text-text-2">
        {mark}
        {href ? (
          <Anchor href={href} className="truncate after:absolute after:inset-0 hover:no-underline">
            <Term>{label}</Term>
          </Anchor>
        ) : (
          <span className="truncate">
            <Term>{label}</Term>
          </span>
        )}
      </div>
      {/* Above the link of the tile, which would take the hover. */}
      <div
        className={cn("mt-1 truncate font-semibold text-num", explanation && "relative w-fit")}
        title={explanation}
      >
        {value}
        {unit && (
          <small className="ml-0.5 font-medium text-md text-text-2 tracking-[0]">
            <span className="sr-only"> </span>
            {unit}
          </small>
        )}
      </div>
      {note !== undefined && <div className="relative line-clamp-2 text-text-3 text-xs">{note}</div>}
      {sparkline && (
        <div className="mt-auto pt-1.5">
          <div className="h-[22px]">{sparkline}</div>
        </div>
      )}
    </div>
  );
}
