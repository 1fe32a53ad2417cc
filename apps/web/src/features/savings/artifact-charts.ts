import type { AlertLevel, ArtifactType } from "@baton/core";
import type { ManifestDay } from "@baton/db";
import type { ChartColour } from "@baton/ui/charts/colour";
import type { TargetRow } from "@baton/ui/charts/prepare-target-bars";
import type { ChartPoint, ChartSeries } from "@baton/ui/charts/series";
import { divide, sumBy, toLine, toPoints } from "./points";

/** How many times as large as their manifests the sources of each type should be. */
type Targets = Readonly<Record<ArtifactType, number>>;

/**
 * Named here, as the parts of the core that define them bring its schemas along. Those of
 * no type are held to what a plain handoff is.
 */
const TYPES = [
  { type: "research", label: "Research" },
  { type: "plan", label: "Plan" },
  { type: "implementation", label: "Implementation" },
  { type: "handoff", label: "Handoff" },
] as const satisfies readonly { type: ArtifactType; label: string }[];
const LEVELS = ["ok", "warning", "critical", "exceeded"] as const satisfies readonly AlertLevel[];

export type CompressionRow = TargetRow & { type: ArtifactType; label: string; manifestCount: number };

/**
 * How many times as large as their manifests the sources of each type
 * are, as a ratio of sums, against its target.
 */
export function compressionByType(days: readonly ManifestDay[], targets: Targets): CompressionRow[] {
  return TYPES.map(({ type, label }) => {
    const own = days.filter((day) => (day.artifactType ?? "handoff") === type);
    return {
      id: type,
      type,
      label,
      target: targets[type],
      value: ratioOf(own),
      manifestCount: sumBy(own, ({ manifestCount }) => manifestCount),
    };
    // Of the three types that are made from sources it is said, too, that nothing was written.
  }).filter(({ type, manifestCount }) => type !== "handoff" || manifestCount > 0);
}

/** The ratio of each bucket, by type. */
export function compressionSeries(
  days: readonly ManifestDay[],
  targets: Targets,
  buckets: readonly string[],
): { series: ChartSeries[]; points: ChartPoint[] } {
  const types = compressionByType(days, targets);
  return {
    series: types.map(({ id, label }) => ({ id, label })),
    points: toPoints(buckets, days, (rows) =>
      Object.fromEntries(
        types.map(({ type }) => [
          type,
          ratioOf(rows.filter(({ artifactType }) => (artifactType ?? "handoff") === type)),
        ]),
      ),
    ),
  };
}

/** The compression of all manifests of each bucket; null where none with sources was written. */
export function compressionLine(days: readonly ManifestDay[], buckets: readonly string[]): (number | null)[] {
  return toLine(buckets, days, ratioOf);
}

function ratioOf(days: readonly ManifestDay[]): number | null {
  return divide(
    sumBy(days, ({ detailTokens }) => detailTokens),
    sumBy(days, ({ condensedTokens }) => condensedTokens),
  );
}

const LEVEL_COLOURS: Record<AlertLevel, ChartColour> = {
  ok: "q1",
  warning: "c3",
  critical: "c4",
  exceeded: "danger",
};

const LEVEL_FIGURES = {
  ok: "okCount",
  warning: "warningCount",
  critical: "criticalCount",
  exceeded: "exceededCount",
} as const satisfies Record<AlertLevel, keyof ManifestDay>;

/** The levels of a handoff's budget, from the calmest up, each in its own colour. */
export const LEVEL_SERIES: readonly (ChartSeries & { id: AlertLevel; colour: ChartColour })[] = LEVELS.map(
  (level) => ({ id: level, label: level, colour: LEVEL_COLOURS[level] }),
);

/** How many manifests have each level. */
export function countLevels(days: readonly ManifestDay[]): Record<AlertLevel, number> {
  const count = (level: AlertLevel) => sumBy(days, (day) => day[LEVEL_FIGURES[level]]);
  return {
    ok: count("ok"),
    warning: count("warning"),
    critical: count("critical"),
    exceeded: count("exceeded"),
  };
}

/** The same, bucket by bucket. */
export function levelPoints(days: readonly ManifestDay[], buckets: readonly string[]): ChartPoint[] {
  return toPoints(buckets, days, countLevels);
}

/** The share of the manifests of each bucket that a count is; null where none was written. */
export function manifestShareLine(
  days: readonly ManifestDay[],
  buckets: readonly string[],
  figure: "exceededCount" | "failedCount",
): (number | null)[] {
  return toLine(buckets, days, (rows) =>
    divide(
      sumBy(rows, (row) => row[figure]),
      sumBy(rows, ({ manifestCount }) => manifestCount),
    ),
  );
}
