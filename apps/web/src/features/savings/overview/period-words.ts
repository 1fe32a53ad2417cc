import { formatCountOf } from "@baton/ui/format/number";
import { formatDate, formatDay, formatMinute, formatTime } from "@baton/ui/format/time";
import { type Bucket, bucketOf, type Period } from "@/search/period";

/**
 * Names a period by its first and last day: "23 Oct to 21 Nov 2026", "24 Nov 2026"; or by its hours if it does
 * not begin and end with a day.
 */
export function describePeriod(period: Period): string {
  const { start, end, timeZone } = period;
  const isWholeDays = [start, end].every((moment) => formatTime(moment, timeZone) === "00:00:00");
  if (bucketOf(period) === "hour" && !isWholeDays) {
    return `${formatMinute(start, timeZone)} to ${formatMinute(end, timeZone)}`;
  }
  const [first, last] = [formatDate(start, timeZone), formatDate(new Date(end.getTime() - 1), timeZone)];
  if (first === last) return last;
  const isOfOneYear = first.slice(-4) === last.slice(-4);
  return `${isOfOneYear ? formatDay(start, timeZone) : first} to ${last}`;
}

/** Describes the period compared with: "30 days before", "month before", or a chosen one by its days. */
export function comparisonLabel({
  before,
  isChosen,
  monthsBack,
  buckets,
  bucket,
}: {
  before: Period;
  /** False for the period that pages compare with unless a user chooses another. */
  isChosen: boolean;
  /** See `monthsCompared`. */
  monthsBack: 1 | 3 | 12 | null;
  buckets: readonly string[];
  bucket: Bucket;
}): string {
  if (isChosen) return describePeriod(before);
  if (monthsBack !== null) return { 1: "month before", 3: "quarter before", 12: "year before" }[monthsBack];
  return `${formatCountOf(buckets.length, bucket)} before`;
}
