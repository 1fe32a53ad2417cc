import { formatCount, formatTenths } from "./output";

/** Older samples do not reflect the current speed. */
const WINDOW_MILLISECONDS = 10_000;

/**
 * Measures a rate over the last ten seconds. Times are in milliseconds
 * of any monotonic clock.
 */
export class RateMeter {
  readonly #samples: { at: number; done: number }[] = [];

  /** @param done the total done up to this moment. */
  add(at: number, done: number): void {
    this.#samples.push({ at, done });
    while (this.#samples[1] && this.#samples[1].at <= at - WINDOW_MILLISECONDS) this.#samples.shift();
  }

  /** Returns the rate per second; null until there are enough samples. */
  perSecond(): number | null {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last || last.at === first.at || last.done === first.done) return null;
    return ((last.done - first.done) * 1_000) / (last.at - first.at);
  }

  /** Returns the seconds that `rest` will take at this rate; null if unknown. */
  secondsFor(rest: number): number | null {
    const rate = this.perSecond();
    return rate === null ? null : rest / rate;
  }
}

/** Formats a size in bytes in powers of 1,000, like the web: 0 B, 1.2 kB, 48.3 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${formatCount(bytes)} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let value = bytes / 1_000;
  let unit = 0;
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${formatTenths(value)} ${units[unit]}`;
}

/**
 * Formats a remaining time in seconds, rounded to its precision: 8 s, 3 min 20 s, 2 h 05 min. Digits keep
 * their places during a countdown.
 */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${String(whole % 60).padStart(2, "0")} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}
