import { expect, it } from "vitest";
import { mergeMoments } from "./merge-moments";

const moments = Array.from({ length: 100 }, (_, at) => ({
  id: `${at}`,
  lane: at % 2 ? "a" : "b",
  at,
  kind: at === 50 ? "error" : "handoff",
}));

it("mergeMoments keeps single moments if there are few", () => {
  expect(mergeMoments(moments, { limit: 100, parts: 4 })).toHaveLength(100);
  expect(mergeMoments([], { limit: 0, parts: 4 })).toEqual([]);
});

it("mergeMoments merges moments of one lane, kind and slice, and loses none", () => {
  const merged = mergeMoments(moments, { limit: 99, parts: 4 });
  expect(merged.map(({ first, count }) => [first.id, first.lane, count])).toEqual([
    ["0", "b", 13],
    ["1", "a", 12],
    ["25", "a", 13],
    ["26", "b", 12],
    ["50", "b", 1],
    ["51", "a", 12],
    ["52", "b", 12],
    ["75", "a", 13],
    ["76", "b", 12],
  ]);
  expect(merged.reduce((sum, { count }) => sum + count, 0)).toBe(100);
});

it("mergeMoments lengthens the slices until the limit is met", () => {
  expect(mergeMoments(moments, { limit: 5, parts: 4 }).map(({ first, count }) => [first.id, count])).toEqual([
    ["0", 25],
    ["1", 25],
    ["50", 1],
    ["51", 25],
    ["52", 24],
  ]);
  expect(mergeMoments(moments, { limit: 1, parts: 4 }).map(({ count }) => count)).toEqual([49, 50, 1]);
});
