import { describe, expect, it } from "vitest";
import { findFallenPairs, type PairTotals } from "./fallen-pairs";

const pair = (
  toAgent: string,
  beforeTokens: number,
  savedTokens: number,
  summarizerTokens = 0,
): PairTotals => ({
  fromAgent: "a",
  toAgent,
  handoffCount: 3,
  beforeTokens,
  savedTokens,
  summarizerTokens,
});

describe("findFallenPairs", () => {
  it("orders pairs by lost tokens, not by the drop of their share", () => {
    const fallen = findFallenPairs(
      [pair("small", 100, 10), pair("large", 10_000, 5_000), pair("better", 100, 90)],
      [pair("small", 100, 90), pair("large", 8_000, 4_800), pair("better", 100, 50)],
    );
    expect(fallen.map(({ toAgent, lostTokens }) => [toAgent, lostTokens])).toEqual([
      ["large", 1_000],
      ["small", 80],
    ]);
    expect(fallen[0]).toMatchObject({ shareBefore: 0.6, shareNow: 0.5, handoffCount: 3 });
  });

  it("subtracts summarizer tokens", () => {
    const fallen = findFallenPairs([pair("b", 1_000, 600, 300)], [pair("b", 1_000, 600)]);
    expect(fallen).toMatchObject([{ shareBefore: 0.6, shareNow: 0.3, lostTokens: 300 }]);
  });

  it("skips pairs without earlier data, and drops that round to zero", () => {
    expect(findFallenPairs([pair("new", 100, 0)], [])).toEqual([]);
    expect(findFallenPairs([pair("silent", 0, 0)], [pair("silent", 100, 50)])).toEqual([]);
    expect(findFallenPairs([pair("idle", 100, 0)], [pair("idle", 0, 0)])).toEqual([]);
    expect(findFallenPairs([pair("even", 100_000, 49_960)], [pair("even", 100, 50)])).toEqual([]);
  });
});
