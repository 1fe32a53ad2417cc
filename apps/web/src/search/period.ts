import { formatDay } from "@baton/ui/format/time";

/** A resolved range with an exclusive end. */
export interface Period {
  start: Date;
  end: Date;
  /** IANA name of the time zone of its days. */
  timeZone: string;
}

/** Length of one bar of a chart. */
export type Bucket = "day" | "hour";

const TWO_DAYS_MILLISECONDS = 48 * 3_600_000;

/** Returns hours for up to two days, else days. */
export function bucketOf({ start, end }: Period): Bucket {
  return end.getTime() - start.getTime() <= TWO_DAYS_MILLISECONDS ? "hour" : "day";
}

/** Returns "4 Nov" for the key of a day, "14:00" for that of an hour; keys are in the time zone of the chart. */
export function labelOfBucket(key: string): string {
  const [day = "", hour] = key.split("T");
  return hour === undefined ? formatDay(new Date(day), "UTC") : `${hour}:00`;
}
