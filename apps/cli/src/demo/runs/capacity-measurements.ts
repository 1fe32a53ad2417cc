import type { Random } from "../random";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"] as const;

/**
 * Share of a day's peak that each hour sees, from midnight on: brokers send
 * in the morning what was reported over night.
 */
const SHARE_OF_PEAK = [
  0.06, 0.04, 0.03, 0.03, 0.05, 0.11, 0.24, 0.52, 0.86, 1, 0.93, 0.81, 0.64, 0.7, 0.77, 0.72, 0.61, 0.47,
  0.35, 0.29, 0.25, 0.19, 0.13, 0.09,
] as const;

const HALF_HOURS = SHARE_OF_PEAK.flatMap((shareOfPeak, hour) =>
  ["00", "30"].map((minute) => ({ time: `${String(hour).padStart(2, "0")}:${minute}`, shareOfPeak })),
);

/** A route, and which share of all requests it takes. */
export interface MeasuredRoute {
  route: string;
  share: number;
  /** Milliseconds within which 95 % are answered at the peak. */
  latency: number;
  /** Share of its requests that end in an error. */
  failing: number;
}

/** What a review was made from: a line for each half hour and route of five working days, as CSV. */
export function measureCapacity(
  random: Random,
  { requests, routes }: { requests: number; routes: readonly MeasuredRoute[] },
): string {
  const lines = DAYS.flatMap((day) =>
    HALF_HOURS.flatMap(({ time, shareOfPeak }) =>
      routes.map(({ route, share, latency, failing }) => {
        const perMinute = Math.round(requests * share * shareOfPeak * (0.9 + random.integer(0, 20) / 100));
        const within = Math.round(latency * (0.55 + 0.45 * shareOfPeak));
        const median = Math.round(within / random.pick([2.1, 2.4, 2.7]));
        const connections = Math.round(40 * Math.min(1, shareOfPeak * 1.05));
        const errors = Math.round(perMinute * 60 * failing);
        return [day, time, route, perMinute, median, within, errors, connections].join(",");
      }),
    ),
  );
  return `day,time,route,requests_per_minute,median_ms,p95_ms,errors,connections\n${lines.join("\n")}\n`;
}
