import type { Random } from "./random";

export const DAY_MILLISECONDS = 86_400_000;
export const HOUR_MILLISECONDS = 3_600_000;

/** Days that the sample covers, today included. */
export const SAMPLE_DAYS = 75;
/** The last days, in which most stories happen. */
export const PERIOD_DAYS = 30;
/** Days between two claims before the period. */
const DAYS_BETWEEN_CLAIMS = 3;

/**
 * Returns the starts of claims, in order: few at first, and in the 30 days up to `today` busy on working days,
 * quiet at weekends, and none on one working day, as if a machine was down. Today only has sessions right after
 * midnight, so that nothing is in the future. Times are in milliseconds since 1970.
 */
export function drawStarts(random: Random, today: number): number[] {
  const days = Array.from({ length: PERIOD_DAYS }, (_, index) => momentOn(today, PERIOD_DAYS - 1 - index, 0));
  const [silentDay] = random.sample(days.slice(9, 20).filter(isWorkingDay), 1);
  const earlier: number[] = [];
  for (let daysAgo = SAMPLE_DAYS - 1; daysAgo >= PERIOD_DAYS; daysAgo -= DAYS_BETWEEN_CLAIMS) {
    earlier.push(momentOn(today, daysAgo, 9) + random.integer(0, 359) * 60_000);
  }
  const starts = days.flatMap((day) => {
    if (day === today) return [day + random.integer(5, 25) * 1_000];
    if (day === silentDay) return [];
    const count = isWorkingDay(day) ? random.pick([2, 2, 2, 3, 3]) : 1;
    const drawStart = () => day + random.integer(7 * 60, 17 * 60 + 40) * 60_000 + random.integer(0, 59_999);
    return Array.from({ length: count }, drawStart);
  });
  return [...earlier, ...starts.toSorted((a, b) => a - b)];
}

/** Returns an hour (UTC) of the day `daysAgo` before `today`. */
export function momentOn(today: number, daysAgo: number, hour: number): number {
  return today - daysAgo * DAY_MILLISECONDS + hour * HOUR_MILLISECONDS;
}

export function isWorkingDay(day: number): boolean {
  return ![0, 6].includes(new Date(day).getUTCDay());
}
