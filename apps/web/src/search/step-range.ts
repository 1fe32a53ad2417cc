import { millisecondsInDay } from "date-fns/constants";
import { MAX_DAYS } from "./range";

/** First and last day in a time zone, both included: `YYYY-MM-DD`. */
export interface Days {
  first: string;
  last: string;
}

export type Step = "earlier" | "later" | "wider";

/**
 * Returns the adjacent range of the same length, or one twice as long around it, in the URL's format.
 * Excludes the future.
 *
 * @param today the current day, in the zone of the range.
 * @returns null if the step is not possible.
 */
export function stepRange({ first, last }: Days, step: Step, today: string): string | null {
  const length = distance(first, last) + 1;
  if (step === "earlier") return `${shift(first, -length)}..${shift(first, -1)}`;
  if (last >= today && step === "later") return null;
  if (step === "later") {
    const end = earlier(shift(last, length), today);
    return `${shift(end, 1 - length)}..${end}`;
  }
  const end = earlier(shift(last, Math.ceil(length / 2)), today);
  const wider = Math.min(length * 2, MAX_DAYS);
  return wider === length ? null : `${shift(end, 1 - wider)}..${end}`;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

function shift(day: string, days: number): string {
  return new Date(Date.parse(day) + days * millisecondsInDay).toISOString().slice(0, 10);
}

function distance(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / millisecondsInDay);
}
