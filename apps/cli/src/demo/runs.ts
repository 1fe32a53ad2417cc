import { DAY_MILLISECONDS, HOUR_MILLISECONDS, PERIOD_DAYS } from "./calendar";
import type { Random } from "./random";
import { capacityReview } from "./runs/capacity-review";
import { PORTAL_CHANGES, portalChange } from "./runs/portal-change";
import type { SampleFile } from "./sample-file";

const DAYS_BETWEEN_RUNS = 5;

/**
 * Two agents at their regular work: reviews that are compacted well each time, and changes of a portal that
 * were handed over with slips. `today`: midnight, UTC, in milliseconds since 1970.
 */
export function generateRuns(random: Random, today: number): SampleFile[] {
  const first = today - (PERIOD_DAYS - 2) * DAY_MILLISECONDS;
  return PORTAL_CHANGES.flatMap((change, run) => {
    const day = first + run * DAYS_BETWEEN_RUNS * DAY_MILLISECONDS;
    const reviewedAt = day + random.integer(8 * 60, 10 * 60) * 60_000;
    return [
      ...capacityReview(random, { week: run + 1, at: reviewedAt }),
      ...portalChange(change, reviewedAt + 5 * HOUR_MILLISECONDS),
    ];
  });
}
