import { CAUSES, type Cause } from "@baton/core";
import { savedBy, unattributedOf } from "@baton/server/savings";
import { colourOfRank } from "@baton/ui/charts/colour";
import { type ChartPoint, type ChartSeries, SERIES_LIMIT } from "@baton/ui/charts/series";
import { isolateName } from "@baton/ui/format/readable-name";
import { CAUSE_LOOKS } from "@/features/sessions/handoff/outcomes";
import { labelOfBucket } from "@/search/period";
import type { SavingsView } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";

export type SavingsPoint = RouterOutputs["overview"]["savings"]["points"][number];
export type SavingsTotalsRow = Omit<SavingsPoint, "day">;

/** Causes from the bottom of the stack up, each with its own colour. */
const CAUSE_SERIES: readonly ChartSeries[] = Object.entries(CAUSE_LOOKS).map(([id, look]) => ({
  id,
  ...look,
}));

/** Series of savings without a recorded cause. */
export const UNTOLD = {
  id: "untold",
  label: "Not recorded",
  colour: "text-3",
} as const satisfies ChartSeries;

/** Lists the causes, and above them savings without a cause, if any. */
export function listCauseSeries(sums: SavingsTotalsRow): readonly ChartSeries[] {
  return unattributedOf(sums) === 0 ? CAUSE_SERIES : [...CAUSE_SERIES, UNTOLD];
}

/** Computes a point per bucket by cause. A bucket without handoffs has no values, which differs from zero. */
export function pointsByCause(points: readonly SavingsPoint[], buckets: readonly string[]): ChartPoint[] {
  const pointOf = new Map(points.map((point) => [point.day, point]));
  return buckets.map((key) => {
    const sums = pointOf.get(key);
    return {
      key,
      label: labelOfBucket(key),
      values: hasEnforced(sums)
        ? {
            ...Object.fromEntries(CAUSES.map((cause) => [cause, savedBy(sums, cause)])),
            [UNTOLD.id]: unattributedOf(sums),
          }
        : null,
    };
  });
}

/**
 * A rule or a pair in a chart, and the filter of its list;
 * combined series have no filter.
 */
export interface SplitSeries extends ChartSeries {
  filter: Pick<SavingsView, "rule" | "from" | "to"> | null;
}

/** Net savings of one rule or one pair in one bucket. */
export interface Split {
  day: string;
  series: SplitSeries;
  netTokens: number;
}

export interface SplitSavings {
  series: SplitSeries[];
  points: ChartPoint[];
}

const OTHERS: SplitSeries = {
  id: "others",
  label: "others",
  filter: null,
  colour: colourOfRank(SERIES_LIMIT - 1),
};

/** Splits savings by rule, for a chart. */
export function splitByRule(savings: RouterOutputs["overview"]["savingsByRule"]) {
  return splitBy(savings, ({ ruleId }) => {
    return { id: `rule ${ruleId}`, label: ruleId || "No rule", filter: { rule: ruleId } };
  });
}

/** Splits savings by pair, for a chart. */
export function splitByPair(savings: RouterOutputs["overview"]["savingsByPair"]) {
  return splitBy(savings, ({ fromAgent, toAgent }) => {
    const label = `${isolateName(fromAgent)} → ${isolateName(toAgent)}`;
    return { id: `pair ${label}`, label, filter: { from: fromAgent, to: toAgent } };
  });
}

function splitBy<Of>(
  {
    seriesCount,
    rows,
  }: { seriesCount: number; rows: readonly (Omit<Split, "series"> & { of: Of | null })[] },
  toSeries: (of: Of) => SplitSeries,
) {
  const splits = rows.map(({ of, ...row }): Split => ({ ...row, series: of ? toSeries(of) : OTHERS }));
  return { seriesCount, splits };
}

/**
 * Ranks series by total net savings, largest first and "others" last, and computes a point
 * for each bucket with data in any series.
 */
export function splitSavings(
  splits: readonly Split[],
  points: readonly SavingsPoint[],
  buckets: readonly string[],
): SplitSavings {
  const totals = new Map<string, { series: SplitSeries; netTokens: number }>();
  const valuesOf = new Map<string, Record<string, number>>();
  for (const { day, series, netTokens } of splits) {
    const { id } = series;
    totals.set(id, { series, netTokens: (totals.get(id)?.netTokens ?? 0) + netTokens });
    valuesOf.set(day, { ...valuesOf.get(day), [id]: netTokens });
  }
  const daysWithData = new Set(points.filter(hasEnforced).map(({ day }) => day));
  const isShown = ({ series }: { series: SplitSeries }) => Number(series !== OTHERS);
  return {
    series: [...totals.values()]
      .sort((a, b) => isShown(b) - isShown(a) || b.netTokens - a.netTokens)
      .map(({ series }) => series),
    points: buckets.map((key) => ({
      key,
      label: labelOfBucket(key),
      values: daysWithData.has(key) ? (valuesOf.get(key) ?? {}) : null,
    })),
  };
}

/** Returns true if the bucket has enforced handoffs: days in observe mode only have no savings. */
function hasEnforced(sums: SavingsPoint | undefined): sums is SavingsPoint {
  return sums !== undefined && sums.handoffCount > 0;
}

/** Counts the buckets with enforced handoffs. */
export function countWithData(points: readonly SavingsPoint[]): number {
  return points.filter(hasEnforced).length;
}

/** Returns true if the series is a cause. */
export function isCause(id: string): id is Cause {
  return CAUSES.some((cause) => cause === id);
}

/** Returns one metric per bucket of a period; null for buckets without enforced handoffs. */
export function valuesOfPeriod(
  points: readonly SavingsPoint[],
  buckets: readonly string[],
  metricOf: (sums: SavingsTotalsRow) => number | null,
): (number | null)[] {
  const pointOf = new Map(points.map((point) => [point.day, point]));
  return buckets.map((key) => {
    const sums = pointOf.get(key);
    return hasEnforced(sums) ? metricOf(sums) : null;
  });
}
