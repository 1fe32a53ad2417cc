import { sizeOfRun } from "@baton/core/test/soak";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALERT_METRICS, type MetricPart, metricOf } from "./alert-metric";
import { ALERT_WINDOWS } from "./alert-rule";
import {
  type AlertChange,
  type AlertCondition,
  type AlertState,
  evaluateAlert,
  lookBackOf,
  measureAlert,
  replayAlert,
  windowAt,
} from "./evaluate-alert";

const HOUR = 3_600_000;
const numRuns = sizeOfRun({ suite: 300, soak: 20_000 });

const anyCondition = fc.record({
  comparison: fc.constantFrom("below" as const, "above" as const),
  threshold: fc.integer({ min: -3, max: 3 }),
});
const anyMetric = fc.oneof(fc.constant(null), fc.integer({ min: -4, max: 4 }));
const anyMetrics = fc.array(anyMetric, { maxLength: 40 });

type Check = typeof evaluateAlert;

function changesOf(
  condition: AlertCondition,
  figures: readonly (number | null)[],
  check: Check = evaluateAlert,
) {
  const changes: AlertChange[] = [];
  let state: AlertState | null = null;
  for (const figure of figures) {
    const verdict: ReturnType<Check> = check(condition, state, figure);
    state = verdict.state;
    if (verdict.change) changes.push(verdict.change);
  }
  return { changes, state };
}

/**
 * States the specification differently: each unbroken run of known values beyond the threshold triggers once
 * and resolves once.
 */
function stretchesOf({ comparison, threshold }: AlertCondition, figures: readonly (number | null)[]) {
  const marks = figures
    .filter((figure) => figure !== null)
    .map((figure) => ((comparison === "below" ? figure < threshold : figure > threshold) ? "x" : "."))
    .join("");
  return {
    fired: marks.match(/x+/g)?.length ?? 0,
    resolved: marks.match(/x+\./g)?.length ?? 0,
  };
}

function findDifference(check: Check) {
  fc.assert(
    fc.property(anyCondition, anyMetrics, (condition, figures) => {
      const { changes } = changesOf(condition, figures, check);
      expect(changes.filter((change, index) => change === changes[index - 1])).toEqual([]);
      expect({
        fired: changes.filter((change) => change === "fired").length,
        resolved: changes.filter((change) => change === "resolved").length,
      }).toEqual(stretchesOf(condition, figures));
    }),
    { numRuns, seed: 3 },
  );
}

describe("evaluateAlert", () => {
  it("triggers once per crossing of the threshold and resolves once", () => {
    findDifference(evaluateAlert);
  });

  it("ignores unknown values at any position", () => {
    fc.assert(
      fc.property(anyCondition, anyMetrics, (condition, figures) => {
        const known = figures.filter((figure) => figure !== null);
        expect(changesOf(condition, figures)).toEqual(changesOf(condition, known));
      }),
      { numRuns },
    );
  });

  it.each<[string, Check]>([
    ["forgets that it triggered", (condition, _, figure) => evaluateAlert(condition, null, figure)],
    [
      "counts an unknown value as zero",
      (condition, before, figure) => evaluateAlert(condition, before, figure ?? 0),
    ],
    [
      "triggers at the threshold itself",
      ({ comparison, threshold }, before, figure) =>
        evaluateAlert(
          { comparison, threshold: threshold + (comparison === "below" ? 1 : -1) },
          before,
          figure,
        ),
    ],
    [
      "never resolves",
      (condition, before, figure) => {
        const verdict = evaluateAlert(condition, before, figure);
        return verdict.change === "resolved" ? { ...verdict, change: null } : verdict;
      },
    ],
  ])("is caught by this comparison if it %s (negative control)", (_, broken) => {
    expect(() => findDifference(broken)).toThrow();
  });
});

describe("replayAlert", () => {
  const anyParts = fc.uniqueArray(
    fc.record({
      hour: fc.nat(60).map((hour) => hour * HOUR),
      amount: fc.integer({ min: -5, max: 5 }),
      base: fc.nat(3),
    }),
    { selector: ({ hour }) => hour, maxLength: 50 },
  );
  const anyRule = fc.record({
    figure: fc.constantFrom(...ALERT_METRICS),
    comparison: fc.constantFrom("below" as const, "above" as const),
    threshold: fc.constantFrom(-1, 0, 0.5, 1, 4),
    windowHours: fc.constantFrom(...ALERT_WINDOWS.slice(0, 3)),
  });

  it("gives the same result as evaluating every hour", () => {
    fc.assert(
      fc.property(anyRule, anyParts, (rule, parts) => {
        const span = { start: 20 * HOUR, end: 55 * HOUR };
        const figures: (number | null)[] = [];
        for (let now = span.start + HOUR; now <= span.end; now += HOUR) {
          const { start, end } = windowAt(rule.windowHours, now + 10 * 60_000);
          figures.push(
            metricOf(
              rule.figure,
              parts.filter(({ hour }) => hour >= start && hour < end),
            ),
          );
        }
        const { changes, state } = changesOf(rule, figures);
        const replay = replayAlert(rule, parts, span);
        expect(replay.firings).toHaveLength(changes.filter((change) => change === "fired").length);
        expect(replay.firings.at(-1)?.resolvedAt === null).toBe(state === "firing");
        expect(replay.figures).toEqual(figures);
      }),
      { numRuns },
    );
  });
});

describe("a comparison with earlier weeks", () => {
  it.each([
    ["fallen", 79, [100], "firing"],
    ["fallen", 80, [100], "ok"],
    ["fallen", -121, [-100], "firing"],
    ["fallen", 1, [0], null],
    ["fallen", 1, [null], null],
    ["risen", 121, [100], "firing"],
    ["risen", 120, [100], "ok"],
    ["unusual", 79, [100, 110, null, 105], "firing"],
    ["unusual", 80, [100, 110, null, 105], "ok"],
    ["unusual", 133, [100, 110, null, 105], "firing"],
    ["unusual", 500, [100, null, null, 105], null],
  ] as const)("%s by 20 %% at %s after %s gives %s", (comparison, figure, earlier, state) => {
    expect(evaluateAlert({ comparison, threshold: 0.2 }, null, figure, earlier).state).toBe(state);
  });

  it("measures the same hours of each week", () => {
    const rule = { figure: "handoffs", comparison: "unusual", windowHours: 1 } as const;
    const parts = [0, 1, 2, 3, 4, 5].map((week) => ({ hour: week * 168 * HOUR, amount: week, base: 0 }));
    const noise = parts.map(({ hour }) => ({ hour: hour + HOUR, amount: 99, base: 0 }));
    expect(measureAlert(rule, [...parts, ...noise], (5 * 168 + 1) * HOUR)).toEqual({
      figure: 5,
      earlier: [4, 3, 2, 1],
    });
    expect(lookBackOf(rule)).toBe(4 * 168 * HOUR);
  });
});

describe("windowAt", () => {
  it("returns the same whole hours until five minutes after the next hour ends", () => {
    const at = (time: string) => {
      const { start, end } = windowAt(24, Date.parse(`2026-03-10T${time}Z`));
      return [new Date(start).toISOString(), new Date(end).toISOString()];
    };
    const yesterday = ["2026-03-09T13:00:00.000Z", "2026-03-10T13:00:00.000Z"];
    expect([at("13:05:00"), at("13:30:00"), at("14:04:59.999")]).toEqual([yesterday, yesterday, yesterday]);
    expect(at("14:05:00")).toEqual(["2026-03-09T14:00:00.000Z", "2026-03-10T14:00:00.000Z"]);
  });
});

describe("metricOf", () => {
  const parts: MetricPart[] = [
    { hour: 0, amount: 30, base: 100 },
    { hour: HOUR, amount: 10, base: 300 },
  ];

  it("returns a ratio of sums, a sum or a count, by the kind of metric", () => {
    expect(metricOf("share_saved", parts)).toBe(0.1);
    expect(metricOf("tokens_saved", parts)).toBe(40);
    expect(metricOf("handoffs", parts)).toBe(40);
  });

  it("returns null without data, except for counts", () => {
    expect(ALERT_METRICS.filter((figure) => metricOf(figure, []) !== null)).toEqual([
      "handoffs",
      "handoffs_over_500",
      "leaks",
    ]);
  });
});
