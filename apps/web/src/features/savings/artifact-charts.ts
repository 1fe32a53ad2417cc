import type { ArtifactType } from "@baton/core/manifest";
import type { AlertLevel } from "@baton/core/tokens";
import type { ManifestDay } from "@baton/db";
import type { ChartColour } from "@baton/ui/charts/colour";
import type { TargetRow } from "@baton/ui/charts/prepare-target-bars";
import type { ChartPoint, ChartSeries } from "@baton/ui/charts/series";
import { divide, sumBy, toLine, toPoints } from "./points";

/** Target for source size ÷ manifest size, by type. */
type Targets = Readonly<Record<ArtifactType, number>>;

/**
 * Repeated here, because importing them from core would load its schemas too. Manifests without a type use
 * the target of a plain handoff.
 */
const TYPES = [
  { type: "research", label: "Research" },
  { type: "plan", label: "Plan" },
  { type: "implementation", label: "Implementation" },
  { type: "handoff", label: "Handoff" },
] as const satisfies readonly { type: ArtifactType; label: string }[];
const LEVELS = ["ok", "warning", "critical", "exceeded"] as const satisfies readonly AlertLevel[];

type CompressionRow = TargetRow & { type: ArtifactType; label: string; manifestCount: number };

/**
 * Computes total source size ÷ total manifest size per type, against its
 * target.
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
    // List the three types with sources even without manifests.
  }).filter(({ type, manifestCount }) => type !== "handoff" || manifestCount > 0);
}

/** Computes the ratio of each bucket by type. */
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

/** Computes the compression of all manifests per bucket; null without manifests that have sources. */
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

/** Levels of a handoff budget from calmest to worst, each with its own colour. */
export const LEVEL_SERIES: readonly (ChartSeries & { id: AlertLevel; colour: ChartColour })[] = LEVELS.map(
  (level) => ({ id: level, label: level, colour: LEVEL_COLOURS[level] }),
);

/** Counts the manifests of each level. */
export function countLevels(days: readonly ManifestDay[]): Record<AlertLevel, number> {
  const count = (level: AlertLevel) => sumBy(days, (day) => day[LEVEL_FIGURES[level]]);
  return {
    ok: count("ok"),
    warning: count("warning"),
    critical: count("critical"),
    exceeded: count("exceeded"),
  };
}

/** Counts the manifests of each level by bucket. */
export function levelPoints(days: readonly ManifestDay[], buckets: readonly string[]): ChartPoint[] {
  return toPoints(buckets, days, countLevels);
}

/** Computes a count as a share of the manifests per bucket; null without manifests. */
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
