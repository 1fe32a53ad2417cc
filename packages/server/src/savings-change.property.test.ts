import { array, assert, constantFrom, integer, property, record } from "fast-check";
import { expect, it } from "vitest";
import { CHANGE_PARTS, explainChange, type PairSums } from "./savings-change";

const pair = (fields: Partial<PairSums>): PairSums => ({
  fromAgent: "a",
  toAgent: "b",
  handoffCount: 10,
  beforeTokens: 1_000,
  savedTokens: 500,
  summarizerTokens: 0,
  ...fields,
});

it("explainChange names more handoffs, larger contexts and another share as such", () => {
  const explain = (now: PairSums[], before: PairSums[]) => explainChange(now, before).parts;
  const none = { volume: 0, size: 0, share: 0, started: 0, stopped: 0, summarizer: 0 };
  const was = [pair({})];
  expect(explain([pair({ handoffCount: 20, beforeTokens: 2_000, savedTokens: 1_000 })], was)).toEqual({
    ...none,
    volume: 500,
  });
  expect(explain([pair({ beforeTokens: 3_000, savedTokens: 1_500 })], was)).toEqual({ ...none, size: 1_000 });
  expect(explain([pair({ savedTokens: 200 })], was)).toEqual({ ...none, share: -300 });
  expect(explain([pair({ summarizerTokens: 80 })], was)).toEqual({ ...none, summarizer: -80 });
  expect(explain([pair({ toAgent: "c" })], was)).toEqual({ ...none, started: 500, stopped: -500 });
});

const sums = record({
  fromAgent: constantFrom("a", "b", "c"),
  toAgent: constantFrom("d", "e"),
  handoffCount: integer({ min: 0, max: 1_000 }),
  beforeTokens: integer({ min: 0, max: 1_000_000 }),
  savedTokens: integer({ min: -1_000, max: 1_000_000 }),
  summarizerTokens: integer({ min: 0, max: 10_000 }),
});
const byPair = (all: PairSums[]) => [
  ...new Map(all.map((each) => [`${each.fromAgent} ${each.toAgent}`, each])).values(),
];

it("explainChange has parts that add up to the change, for each pair and in total", () => {
  assert(
    property(array(sums), array(sums), (now, before) => {
      const change = explainChange(byPair(now), byPair(before));
      const total = CHANGE_PARTS.reduce((sum, part) => sum + change.parts[part], 0);
      expect(total).toBe(change.now - change.before);
      expect(change.pairs.reduce((sum, each) => sum + each.change, 0)).toBe(total);
    }),
  );
});
