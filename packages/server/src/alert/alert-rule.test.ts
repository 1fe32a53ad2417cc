import { expect, it } from "vitest";
import { AlertRule, WatchedMetric } from "./alert-rule";

const figure = { figure: "failed_gate_share", comparison: "above", threshold: 0.1, windowHours: 24 } as const;

it("WatchedMetric accepts only filters that its metric supports", () => {
  expect(WatchedMetric.safeParse({ ...figure, filter: { from: "planner" } }).success).toBe(true);
  const { error } = WatchedMetric.safeParse({ ...figure, filter: { rule: "r7", mode: "full" } });
  expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["filter.rule", "filter.mode"]);
});

it("AlertRule rejects an unknown window, a blank name and a threshold that is not a number", () => {
  const rule = { ...figure, filter: {}, name: "Gates", channelIds: [1] };
  expect(AlertRule.safeParse(rule).success).toBe(true);
  expect(AlertRule.safeParse({ ...rule, windowHours: 2 }).success).toBe(false);
  expect(AlertRule.safeParse({ ...rule, name: "  " }).success).toBe(false);
  expect(AlertRule.safeParse({ ...rule, threshold: Number.NaN }).success).toBe(false);
});
