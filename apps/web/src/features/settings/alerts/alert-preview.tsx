"use client";

import { formatAlertMetric, type WatchedMetric, WEEKS_COMPARED } from "@baton/server/alert";
import { Sparkline } from "@baton/ui/charts/sparkline";
import { formatMinute } from "@baton/ui/format/time";
import { Skeleton } from "@baton/ui/primitives/skeleton";
import { useQuery } from "@tanstack/react-query";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

/** Shows the effect of a rule on recent data, computed from the same totals. */
export function AlertPreview({ workspace, watched }: { workspace: string; watched: WatchedMetric }) {
  const query = useQuery(
    useTRPC().alerts.preview.queryOptions({ workspace, watched }, { placeholderData: (last) => last }),
  );
  if (query.isError && !query.data) {
    return <QueryError title="The preview could not be calculated" query={query} />;
  }
  if (!query.data) return <Skeleton className="h-24" />;
  return <Preview watched={watched} preview={query.data} />;
}

type PreviewProps = { watched: WatchedMetric; preview: RouterOutputs["alerts"]["preview"] };

function Preview({ watched, preview }: PreviewProps) {
  const timeZone = useTimeZone();
  const { days, firings, metricNow, lookCount, unknownCount, daily } = preview;
  const isFixed = WEEKS_COMPARED[watched.comparison] === 0;
  const listed = firings.slice(-3).reverse();
  return (
    <div className="flex flex-col gap-1.5" role="status">
      <p>
        Over the last {days} days this alert would have triggered{" "}
        <strong className="font-semibold">{countTimes(firings.length)}</strong>. Now:{" "}
        {formatAlertMetric(watched.figure, metricNow)}.
      </p>
      <div className="h-9 border-line border-b">
        <Sparkline
          values={daily}
          {...(isFixed && { target: watched.threshold })}
          isAlarming={firings.length > 0}
        />
      </div>
      <p className="text-sm text-text-3">Daily values.{isFixed && " Dashed line: threshold."}</p>
      {listed.length > 0 && (
        <ul className="text-sm text-text-2">
          {listed.map(({ firedAt, resolvedAt, figure }) => (
            <li key={firedAt}>
              {formatMinute(firedAt, timeZone)}
              {resolvedAt === null ? ", still triggered" : ` to ${formatMinute(resolvedAt, timeZone)}`}:{" "}
              {formatAlertMetric(watched.figure, figure)}
            </li>
          ))}
          {firings.length > listed.length && <li>and {firings.length - listed.length} earlier times</li>}
        </ul>
      )}
      {unknownCount > 0 && (
        <p className="text-sm text-text-3">
          {unknownCount === lookCount
            ? "Not evaluated: no data in this period."
            : `In ${unknownCount} of ${lookCount} hours the alert was not evaluated: no data.`}
        </p>
      )}
    </div>
  );
}

function countTimes(count: number): string {
  if (count === 0) return "never";
  return count === 1 ? "once" : `${count} times`;
}
