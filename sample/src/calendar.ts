import type { Random } from "./random";

export const DAY_MILLISECONDS = 86_400_000;
export const HOUR_MILLISECONDS = 3_600_000;

/** How many days the sample covers, today included. */
export const PERIOD_DAYS = 30;

/**
 * When sessions begin, in milliseconds since 1970, in order; and
 * the day (UTC) on which nothing arrived at all.
 */
export interface Calendar {
  starts: number[];
  silentDay: number;
}

/**
 * Lays sessions over the 30 days up to `today`: busy on working days, quiet at weekends, and one
 * working day silent, as when a machine was down. Today holds only what ran right after
 * midnight, so that nothing lies in the future.
 *
 * @param today midnight, UTC, in milliseconds since 1970.
 */
export function layCalendar(random: Random, today: number): Calendar {
  const days = Array.from(
    { length: PERIOD_DAYS },
    (_, index) => today - (PERIOD_DAYS - 1 - index) * DAY_MILLISECONDS,
  );
  const [silentDay = today] = random.sample(days.slice(9, 20).filter(isWorkingDay), 1);
  const starts = days.flatMap((day) => {
    if (day === today) return [day + random.integer(5, 25) * 1_000];
    if (day === silentDay) return [];
    const count = isWorkingDay(day) ? random.pick([2, 2, 2, 3, 3]) : 1;
    return Array.from(
      { length: count },
      () => day + random.integer(7 * 60, 17 * 60 + 40) * 60_000 + random.integer(0, 59_999),
    );
  });
  return { starts: starts.toSorted((a, b) => a - b), silentDay };
}

/** A moment on the day that lies `daysAgo` before `today`, at an hour of its own. */
export function momentOn(today: number, daysAgo: number, hour: number): number {
  return today - daysAgo * DAY_MILLISECONDS + hour * HOUR_MILLISECONDS;
}

function isWorkingDay(day: number): boolean {
  const weekday = new Date(day).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}
