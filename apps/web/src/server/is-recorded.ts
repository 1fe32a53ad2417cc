import type { DailyCalls } from "@baton/db";
import type { Period } from "@/search/period";

/** Part of a period that can pass before its first call; later, the records probably began in it. */
const LATEST_START = 0.2;

/** Returns true if calls were recorded from about the start of a period, so that its sums are comparable. */
export function isRecorded({ start, end }: Period, calls: readonly Pick<DailyCalls, "day">[]): boolean {
  const first = calls.map(({ day }) => day.slice(0, 10)).sort()[0];
  if (first === undefined) return false;
  return Date.parse(first) - start.getTime() <= (end.getTime() - start.getTime()) * LATEST_START;
}
