import { formatDate, formatDateTime, formatDay } from "@baton/ui/format/time";
import type { Bucket, Period } from "../search/range";

/** A period in words: "23 Oct to 21 Nov 2026", or with hours where its bars are hours. Its last moment, not its end, is named. */
export function describePeriod({ start, end, timeZone }: Period, bucket: Bucket): string {
  const last = new Date(end.getTime() - 1);
  if (bucket === "hour") {
    return `${formatDateTime(start, timeZone).slice(0, -3)} to ${formatDateTime(end, timeZone).slice(0, -3)}`;
  }
  return `${formatDay(start, timeZone)} to ${formatDate(last, timeZone)}`;
}
