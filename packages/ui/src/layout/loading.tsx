import { Skeleton } from "../primitives/skeleton";
import { tileBox, tileColumns, tileGrid } from "./tile-strip";

const countTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Placeholder of a TileStrip while it loads. */
export function TileStripSkeleton({
  tiles,
  hasSparkline = false,
}: {
  tiles: number;
  hasSparkline?: boolean;
}) {
  return (
    <section aria-busy="true" aria-label="Loading metrics" className={tileGrid} style={tileColumns(tiles)}>
      {countTo(tiles).map((tile) => (
        <div key={tile} className={tileBox}>
          <Skeleton className="my-[3px] h-2.5 w-3/5" />
          <Skeleton className="mt-2 mb-1 h-5 w-1/2" />
          <Skeleton className="my-[3px] h-2.5 w-3/4" />
          {hasSparkline && <Skeleton className="mt-1.5 h-[22px] w-full" />}
        </div>
      ))}
    </section>
  );
}

/** Placeholder of a table while it loads: `rows` lines of the table's row height. */
export function TableSkeleton({ rows }: { rows: number }) {
  return (
    <div role="status" aria-busy="true" aria-label="Loading rows">
      {countTo(rows).map((row) => (
        <div key={row} className="flex h-[35px] items-center gap-2 border-line border-b px-4 last:border-b-0">
          <Skeleton className="h-3 w-[34%]" />
          <span className="flex-1" />
          <Skeleton className="h-3 w-[12%]" />
          <Skeleton className="h-3 w-[10%]" />
        </div>
      ))}
    </div>
  );
}

const columns = [56, 65, 26, 22, 60, 67, 71, 69, 66, 30, 28, 76, 80, 78];

/** Placeholder of a chart while it loads: `height` in pixels, equal to the chart's. */
export function ChartSkeleton({ height }: { height: number }) {
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label="Loading chart"
      className="flex items-end gap-1.5 pb-7 pl-11"
      style={{ height }}
    >
      {columns.map((share) => (
        <span key={share} className="flex h-full flex-1 items-end">
          <span
            aria-hidden
            className="w-full animate-pulse rounded-sm bg-surface-3"
            style={{ height: `${share}%` }}
          />
        </span>
      ))}
    </div>
  );
}
