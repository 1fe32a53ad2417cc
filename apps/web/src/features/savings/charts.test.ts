import type { CompactionDay, ManifestDay } from "@baton/db";
import { describe, expect, it } from "vitest";
import {
  compressionByType,
  compressionLine,
  compressionSeries,
  countLevels,
  levelPoints,
  manifestShareLine,
} from "./artifact-charts";
import { compactionPoints, sumCompactions } from "./compaction-chart";
import { countByCode, errorSeries } from "./error-chart";
import { toCsv } from "./series-csv";
import { estimatePoints, overTargetLine, type TaskDay, usedToEstimated } from "./task-chart";
import { windowSeries } from "./window-chart";

const TARGETS = { research: 50, plan: 20, implementation: 100, handoff: 10 };
const BUCKETS = ["2026-11-03", "2026-11-04", "2026-11-05"];

const manifests = (day: string, figures: Partial<ManifestDay> = {}): ManifestDay => ({
  day,
  artifactType: "research",
  manifestCount: 1,
  detailTokens: 0,
  condensedTokens: 0,
  okCount: 1,
  warningCount: 0,
  criticalCount: 0,
  exceededCount: 0,
  failedCount: 0,
  errorCount: 0,
  ...figures,
});

describe("compression by type", () => {
  const days = [
    manifests("2026-11-03", { detailTokens: 20_000, condensedTokens: 400 }),
    manifests("2026-11-05", { detailTokens: 10_000, condensedTokens: 600, manifestCount: 3 }),
    manifests("2026-11-05", { artifactType: "plan", manifestCount: 2 }),
    manifests("2026-11-05", { artifactType: null, detailTokens: 90, condensedTokens: 10 }),
  ];

  it("is a ratio of totals, null without sources, and never an average of ratios", () => {
    expect(
      compressionByType(days, TARGETS).map(({ id, value, target, manifestCount }) => [
        id,
        value,
        target,
        manifestCount,
      ]),
    ).toEqual([
      ["research", 30, 50, 4],
      ["plan", null, 20, 2],
      ["implementation", null, 100, 0],
      ["handoff", 9, 10, 1],
    ]);
    expect(compressionByType([], TARGETS).map(({ id }) => id)).toEqual([
      "research",
      "plan",
      "implementation",
    ]);
  });

  it("has a gap on days without manifests", () => {
    const { points } = compressionSeries(days, TARGETS, BUCKETS);
    expect(points.map(({ values }) => values?.research ?? null)).toEqual([50, null, 10_000 / 600]);
    expect(points[1]?.values).toBeNull();
    expect(compressionLine(days, BUCKETS)).toEqual([50, null, 10_090 / 610]);
  });
});

describe("budget alerts", () => {
  const days = [
    manifests("2026-11-03", { okCount: 7, exceededCount: 1, manifestCount: 8, failedCount: 2 }),
    manifests("2026-11-05", { okCount: 0, warningCount: 2, criticalCount: 1, manifestCount: 3 }),
  ];

  it("are counted by level and day", () => {
    expect(countLevels(days)).toEqual({ ok: 7, warning: 2, critical: 1, exceeded: 1 });
    expect(levelPoints(days, BUCKETS).map(({ values }) => values?.exceeded ?? null)).toEqual([1, null, 0]);
  });

  it("are shown in tiles as a share of each day's manifests", () => {
    expect(manifestShareLine(days, BUCKETS, "exceededCount")).toEqual([0.125, null, 0]);
    expect(manifestShareLine(days, BUCKETS, "failedCount")).toEqual([0.25, null, 0]);
  });
});

describe("context window use", () => {
  const limits = { plannedTokens: 30_000, windowTokens: 200_000, targetShare: 0.4 };

  it("is the average handoff plus reserved tokens per receiver, highest first", () => {
    const received = (day: string, toAgent: string, handoffCount: number, afterTokens: number) => ({
      day,
      toAgent,
      handoffCount,
      afterTokens,
    });
    const days = [
      received("2026-11-03", "small", 10, 10_000),
      received("2026-11-03", "large", 2, 100_000),
      received("2026-11-05", "small", 30, 110_000),
    ];
    const { series, points } = windowSeries({ days, limits, windows: { small: 100_000 } }, BUCKETS);
    expect(series.map(({ id }) => id)).toEqual(["large", "small"]);
    expect(points[0]?.values).toEqual({ small: 31_000 / 100_000, large: 0.4 });
    expect(points[1]?.values).toBeNull();
    expect(points[2]?.values?.large).toBeNull();
  });
});

describe("validation failures", () => {
  const errors = {
    manifests: [
      { day: "2026-11-03", code: "schema", count: 2 },
      { day: "2026-11-05", code: "schema", count: 1 },
    ],
    tasks: [{ day: "2026-11-03", code: "schema", count: 9 }],
  };

  it("are grouped by document type, most frequent first", () => {
    expect(countByCode(errors).map(({ id, value }) => [id, value])).toEqual([
      ["tasks schema", 9],
      ["manifests schema", 3],
    ]);
  });

  it("are zero if all documents passed, and a gap if none was validated", () => {
    const { points } = errorSeries(errors, [...BUCKETS, "2026-11-06"], new Set(["2026-11-04"]));
    expect(points.map(({ values }) => values?.["tasks schema"] ?? null)).toEqual([9, 0, 0, null]);
    expect(points[3]?.values).toBeNull();
  });
});

describe("task charts", () => {
  const tasks = (day: string, figures: Partial<TaskDay>): TaskDay => ({
    day,
    taskCount: 1,
    sizedCount: 0,
    overTargetCount: 0,
    checkedCount: 0,
    comparedCount: 0,
    estimatedTokens: 0,
    actualTokens: 0,
    ...figures,
  });
  const days = [
    tasks("2026-11-03", { comparedCount: 2, estimatedTokens: 400, actualTokens: 900, sizedCount: 2 }),
    tasks("2026-11-04", { overTargetCount: 1, sizedCount: 1 }),
    tasks("2026-11-05", { comparedCount: 1, estimatedTokens: 600, actualTokens: 600 }),
  ];

  it("compare estimated with used tokens, for tasks with both numbers", () => {
    expect(estimatePoints(days, BUCKETS).map(({ values }) => values)).toEqual([
      { estimated: 400, actual: 900 },
      null,
      { estimated: 600, actual: 600 },
    ]);
    expect(usedToEstimated(days)).toBe(1.5);
    expect(usedToEstimated([])).toBeNull();
  });

  it("count tasks over the target if their size is known", () => {
    expect(overTargetLine(days, BUCKETS)).toEqual([0, 1, null]);
  });
});

describe("the compaction chart", () => {
  it("stacks kept and removed tokens up to the original size", () => {
    const days: CompactionDay[] = [
      { day: "2026-11-03", trigger: "auto", count: 2, measuredCount: 1, beforeTokens: 900, afterTokens: 100 },
      { day: "2026-11-03", trigger: null, count: 1, measuredCount: 1, beforeTokens: 100, afterTokens: 50 },
      { day: "2026-11-05", trigger: null, count: 1, measuredCount: 0, beforeTokens: 0, afterTokens: 0 },
    ];
    expect(compactionPoints(days, BUCKETS).map(({ values }) => values)).toEqual([
      { kept: 150, removed: 850 },
      null,
      null,
    ]);
    expect(sumCompactions(days)).toEqual({
      count: 4,
      measuredCount: 2,
      beforeTokens: 1_000,
      afterTokens: 150,
    });
  });
});

describe("a chart's CSV file", () => {
  it("has unrounded numbers, empty cells for missing values, and no formulas", () => {
    const series = [
      { id: "a", label: "=HYPERLINK(1)" },
      { id: "b", label: 'two, "b"' },
    ];
    const points = [
      { key: "2026-11-03", label: "3 Nov", values: { a: -12_345.678, b: null } },
      { key: "2026-11-04", label: "4 Nov", values: null },
    ];
    const comparison = { label: "@before", values: { "2026-11-03": 7, "2026-11-04": null } };
    expect(toCsv({ pointHeader: "day", unit: "tokens", series, points, comparison }).split("\r\n")).toEqual([
      'day,\'=HYPERLINK(1) (tokens),"two, ""b"" (tokens)",\'@before (tokens)',
      "2026-11-03,-12345.678,,7",
      "2026-11-04,,,",
      "",
    ]);
  });
});
