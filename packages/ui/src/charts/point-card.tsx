import { Dot } from "../primitives/dot";
import { Name } from "../primitives/name";
import type { ChartPoint, DrawnSeries } from "./series";

export type PointCardProps = {
  point: ChartPoint;
  series: readonly DrawnSeries[];
  total: number | null | undefined;
  formatValue: (value: number) => string;
  /** The value compared with. */
  comparison?: { label: string; value: number | null } | undefined;
};

/** Shows the values of the point under the pointer. */
export function PointCard({ point, series, total, formatValue, comparison }: PointCardProps) {
  const sum = typeof total === "number" ? formatValue(total) : "";
  return (
    <div className="min-w-40 rounded-lg border border-line bg-surface px-3 py-2 text-sm shadow-e2">
      <p className="flex justify-between gap-6 font-semibold">
        <span>{point.label}</span>
        <span>{point.values === null ? "no data" : sum}</span>
      </p>
      {series.map(({ id, label, colour }) => {
        const value = point.values?.[id];
        if (typeof value !== "number") return null;
        return (
          <p key={id} className="flex items-center gap-1.5">
            <Dot colour={colour} />
            <span className="flex-1 pr-6 text-text-2">
              <Name>{label}</Name>
            </span>
            {formatValue(value)}
          </p>
        );
      })}
      {comparison && comparison.value !== null && (
        <p className="mt-1 flex justify-between gap-6 border-line border-t pt-1 text-text-2">
          <span>{comparison.label}</span>
          {formatValue(comparison.value)}
        </p>
      )}
    </div>
  );
}
