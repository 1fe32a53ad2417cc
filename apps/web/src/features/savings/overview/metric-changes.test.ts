import { expect, it } from "vitest";
import { changesOf, type Metrics } from "./metric-changes";

const figures = (scale: number): Metrics => ({
  savedTokens: 1_000 * scale,
  savedShare: 0.2 * scale,
  savedDollars: 3 * scale,
  lowDollars: scale,
  highDollars: 6 * scale,
  unpricedTokens: 0,
  compressionRatio: 10 * scale,
  handoffCount: 50 * scale,
  overBudget: { part: scale, whole: 10 },
  failedGates: { part: scale, whole: 20 },
  overTarget: { part: 4 * scale, whole: 40 },
});

it("changesOf compares amounts only between comparable periods, and manifest metrics always", () => {
  const doubled = { direction: "up", size: 1 };
  expect(changesOf(figures(2), figures(1), true)).toEqual({
    savedTokens: doubled,
    savedDollars: doubled,
    handoffCount: doubled,
    compressionRatio: doubled,
    overTarget: doubled,
    savedShare: { direction: "up", size: 0.2 },
    overBudget: { direction: "up", size: 0.1 },
    failedGates: { direction: "up", size: 0.05 },
  });
  expect(changesOf(figures(2), figures(1), false)).toMatchObject({
    savedTokens: null,
    savedShare: null,
    savedDollars: null,
    handoffCount: null,
    compressionRatio: doubled,
    overTarget: null,
    overBudget: { direction: "up" },
  });
});

it("changesOf has no change from or to zero", () => {
  const nothing: Metrics = {
    savedTokens: 0,
    savedShare: null,
    savedDollars: null,
    lowDollars: null,
    highDollars: null,
    unpricedTokens: 0,
    compressionRatio: null,
    handoffCount: 0,
    overBudget: { part: 0, whole: 0 },
    failedGates: { part: 0, whole: 0 },
    overTarget: { part: 0, whole: 0 },
  };
  expect(Object.values(changesOf(figures(1), nothing, true)).every((change) => change === null)).toBe(true);
  expect(changesOf(nothing, figures(1), true)).toMatchObject({
    savedShare: null,
    savedDollars: null,
    compressionRatio: null,
    overBudget: null,
    handoffCount: { direction: "down", size: 1 },
  });
});
