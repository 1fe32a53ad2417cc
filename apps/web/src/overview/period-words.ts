import { formatDate, formatDay, formatMinute } from "@baton/ui/format/time";
import { type Bucket, bucketOf, type Period } from "../search/period";

/**
 * A period in words: "23 Oct to 21 Nov 2026", or with hours where its bars are
 * hours. Its last moment, not its end, is named.
 */
export function describePeriod(period: Period): string {
  const { start, end, timeZone } = period;
  const last = new Date(end.getTime() - 1);
  if (bucketOf(period) === "hour") {
    return `${formatMinute(start, timeZone)} to ${formatMinute(end, timeZone)}`;
  }
  return `${formatDay(start, timeZone)} to ${formatDate(last, timeZone)}`;
}

/** What a period is held against, in words: "30 days before". */
export function comparisonLabel({ buckets, bucket }: { buckets: readonly string[]; bucket: Bucket }): string {
  return `${buckets.length} ${bucket}${buckets.length === 1 ? "" : "s"} before`;
}
