import { netOf } from "@baton/server/savings";
import { formatCompact } from "@baton/ui/format/number";
import { countWithData, valuesOfPeriod } from "@/features/savings/overview/savings-chart";
import { labelOfBucket } from "@/search/period";
import type { RouterOutputs } from "@/server/root";
import { ReportPart } from "./report-table";

const [WIDTH, HEIGHT] = [760, 120];
/** Part of the width of a bucket that its bar fills. */
const BAR_SHARE = 0.72;

/** Draws the net tokens saved of each day (or hour), without scripts, for print. */
export function ReportChart({ savings }: { savings: RouterOutputs["overview"]["savings"] }) {
  const { bucket, buckets, points } = savings;
  if (countWithData(points) === 0) return null;
  const values = valuesOfPeriod(points, buckets, netOf);
  const high = Math.max(0, ...values.map((value) => value ?? 0));
  const low = Math.min(0, ...values.map((value) => value ?? 0));
  const step = WIDTH / buckets.length;
  const placeOf = (value: number) => ((high - value) / Math.max(1, high - low)) * HEIGHT;
  const [first = "", last = ""] = [buckets.at(0), buckets.at(-1)];
  return (
    <ReportPart title={`Tokens saved per ${bucket}, net`} note={`Highest: ${formatCompact(high)} tokens.`}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Net tokens saved per ${bucket}, ${labelOfBucket(first)} to ${labelOfBucket(last)}; at most ${formatCompact(high)}`}
        className="block w-full break-inside-avoid"
      >
        {values.map(
          (value, place) =>
            value !== null && (
              <rect
                key={buckets[place]}
                x={(place + (1 - BAR_SHARE) / 2) * step}
                width={step * BAR_SHARE}
                y={placeOf(Math.max(0, value))}
                height={Math.abs(placeOf(value) - placeOf(0))}
                className={value < 0 ? "fill-danger" : "fill-accent"}
              />
            ),
        )}
        <line x1={0} x2={WIDTH} y1={placeOf(0)} y2={placeOf(0)} className="stroke-line-strong" />
      </svg>
      <div className="mt-1 flex justify-between text-sm text-text-3">
        <span>{labelOfBucket(first)}</span>
        <span>{labelOfBucket(last)}</span>
      </div>
    </ReportPart>
  );
}
