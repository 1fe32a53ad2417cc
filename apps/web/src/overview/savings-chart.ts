import { CAUSES, type Cause } from "@baton/core";
import type { ChartPoint, ChartSeries } from "@baton/ui/charts/series";
import { formatDay } from "@baton/ui/format/time";
import type { SavingsView } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";
import { CAUSE_LOOKS } from "../handoff/outcomes";

export type SavingsPoint = RouterOutputs["overview"]["savings"]["points"][number];
export type SavingsSums = Omit<SavingsPoint, "day">;

/** The column in which the sums hold what a cause saved. */
const CAUSE_FIELDS = {
  mode: "savedByMode",
  not_allowed: "savedByNotAllowed",
  blocked: "savedByBlocked",
  dropped: "savedByDropped",
  extracted: "savedByExtracted",
  summarized: "savedBySummarized",
} as const satisfies Record<Cause, keyof SavingsSums>;

/** What a cause saved, in tokens. */
export function savedBy(sums: SavingsSums, cause: Cause): number {
  return sums[CAUSE_FIELDS[cause]];
}

/** What all causes saved together, before what translation added and what summarising cost is taken off, in tokens. */
export function grossOf(sums: SavingsSums): number {
  return CAUSES.reduce((gross, cause) => gross + savedBy(sums, cause), 0);
}

/** What is left of the savings when the cost of summarising is paid, in tokens. */
export function netOf(sums: SavingsSums): number {
  return sums.savedTokens - sums.summarizerTokens;
}

/** The share of what was offered that was saved, from 0 to 1; null where nothing was offered. */
export function shareOf(sums: SavingsSums): number | null {
  return sums.beforeTokens > 0 ? sums.savedTokens / sums.beforeTokens : null;
}

/** The causes, from the foot of the stack up, each in its own colour. */
export const CAUSE_SERIES: ChartSeries[] = Object.entries(CAUSE_LOOKS).map(([id, look]) => ({ id, ...look }));

/** A point for each bucket, by cause; a bucket without handoffs has no values, which is not zero. */
export function pointsByCause(points: readonly SavingsPoint[], buckets: readonly string[]): ChartPoint[] {
  const pointOf = new Map(points.map((point) => [point.day, point]));
  return buckets.map((key) => {
    const sums = pointOf.get(key);
    return {
      key,
      label: labelOfBucket(key),
      values: hasEnforced(sums)
        ? Object.fromEntries(CAUSES.map((cause) => [cause, savedBy(sums, cause)]))
        : null,
    };
  });
}

/** Savings of one rule or one pair in one bucket. */
export interface Split {
  day: string;
  /** What the series is known by. */
  id: string;
  label: string;
  savedTokens: number;
  /** What narrows a list to this rule or pair. */
  filter: Pick<SavingsView, "rule" | "from" | "to">;
}

/** Series by what they saved in all, most first, and a point for each bucket that has data in any of them. */
export function splitSavings(
  splits: readonly Split[],
  points: readonly SavingsPoint[],
  buckets: readonly string[],
): { series: ChartSeries[]; points: ChartPoint[] } {
  const totals = new Map<string, { label: string; savedTokens: number }>();
  const valuesOf = new Map<string, Record<string, number>>();
  for (const { day, id, label, savedTokens } of splits) {
    totals.set(id, { label, savedTokens: (totals.get(id)?.savedTokens ?? 0) + savedTokens });
    valuesOf.set(day, { ...valuesOf.get(day), [id]: savedTokens });
  }
  const daysWithData = new Set(points.filter(hasEnforced).map(({ day }) => day));
  return {
    series: [...totals]
      .sort(([, a], [, b]) => b.savedTokens - a.savedTokens)
      .map(([id, { label }]) => ({ id, label })),
    points: buckets.map((key) => ({
      key,
      label: labelOfBucket(key),
      values: daysWithData.has(key) ? (valuesOf.get(key) ?? {}) : null,
    })),
  };
}

/** Whether anything was enforced: days on which all was only observed have no savings to show. */
function hasEnforced(sums: SavingsPoint | undefined): sums is SavingsPoint {
  return sums !== undefined && sums.handoffCount > 0;
}

/** "4 Nov" of a day's key, or "14:00" of an hour's: the key is of its zone already. */
export function labelOfBucket(key: string): string {
  const [day = "", hour] = key.split("T");
  return hour === undefined ? formatDay(new Date(day), "UTC") : `${hour}:00`;
}

/** How many buckets hold enforced handoffs. */
export function countWithData(points: readonly SavingsPoint[]): number {
  return points.filter(hasEnforced).length;
}

/** Whether a series is a cause, and which. */
export function isCause(id: string): id is Cause {
  return Object.hasOwn(CAUSE_FIELDS, id);
}

/** One figure of each bucket of a period; null where nothing was enforced. */
export function valuesOfPeriod(
  points: readonly SavingsPoint[],
  buckets: readonly string[],
  figureOf: (sums: SavingsSums) => number | null,
): (number | null)[] {
  const pointOf = new Map(points.map((point) => [point.day, point]));
  return buckets.map((key) => {
    const sums = pointOf.get(key);
    return hasEnforced(sums) ? figureOf(sums) : null;
  });
}
