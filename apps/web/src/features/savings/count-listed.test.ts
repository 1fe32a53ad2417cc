import { mapCauseFields } from "@baton/server/savings";
import { expect, it } from "vitest";
import { countListed } from "./count-listed";
import type { SavingsPoint } from "./overview/savings-chart";

const nothing = {
  handoffCount: 0,
  beforeTokens: 0,
  afterTokens: 0,
  savedTokens: 0,
  ...mapCauseFields(() => 0),
  addedTokens: 0,
  summarizerTokens: 0,
  blockedCount: 0,
  observedCount: 0,
  observedSavedTokens: 0,
};
const points: SavingsPoint[] = [
  { ...nothing, day: "2026-11-03", handoffCount: 7, savedTokens: 900 },
  {
    ...nothing,
    day: "2026-11-04",
    handoffCount: 5,
    savedTokens: 460,
    summarizerTokens: 60,
    observedCount: 2,
    observedSavedTokens: 30,
  },
];
const sums = {
  ...nothing,
  handoffCount: 12,
  savedTokens: 1360,
  summarizerTokens: 60,
  observedCount: 2,
  observedSavedTokens: 30,
};
const everything = { at: null, cause: null, observed: null };

it("countListed counts the whole list, not only the loaded page", () => {
  expect(countListed({ sums, points }, everything)).toEqual({ handoffCount: 12, savedTokens: 1300 });
});

it("countListed counts one bar, and observe-only handoffs separately", () => {
  expect(countListed({ sums, points }, { ...everything, at: "2026-11-04" })).toEqual({
    handoffCount: 5,
    savedTokens: 400,
  });
  expect(countListed({ sums, points }, { ...everything, observed: true })).toEqual({
    handoffCount: 2,
    savedTokens: 30,
  });
});

it("countListed returns null if no total is stored", () => {
  expect(countListed({ sums, points }, { ...everything, cause: "mode" })).toBeNull();
  expect(countListed({ sums, points }, { ...everything, at: "2026-12-24" })).toBeNull();
});
