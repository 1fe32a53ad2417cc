import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BudgetLimits } from "./limits";
import { CONTEXT_PARTS, planContext } from "./plan-context";

describe("planContext", () => {
  it("allots 90,000 of 200,000 tokens, reserves 40,000 and leaves 70,000 free", () => {
    const plan = planContext();
    expect(plan).toMatchObject({
      usedTokens: 90_000,
      reserveTokens: 40_000,
      freeTokens: 70_000,
      overruns: [],
    });
    expect(plan.contextUtilization).toBe(0.2);
  });

  it("reports only the parts that exceed their allotment", () => {
    const plan = planContext({ history: 25_000, incomingHandoff: 10_000, response: 10_001 });
    expect(plan.overruns).toEqual([
      { of: "history", tokens: 25_000, limitTokens: 20_000, excessTokens: 5_000 },
      { of: "response", tokens: 10_001, limitTokens: 10_000, excessTokens: 1 },
    ]);
  });

  it("reports use of the reserve and an exceeded target in addition to the part that causes it", () => {
    const plan = planContext({ history: 100_000 });
    expect(plan.overruns.map(({ of, excessTokens }) => [of, excessTokens])).toEqual([
      ["history", 80_000],
      ["reserve", 10_000],
      ["target", 40_000],
    ]);
    expect(plan.freeTokens).toBe(-10_000);
    expect(plan.contextUtilization).toBe(0.6);
  });

  it("reports allotments that do not fit the window", () => {
    const { overruns } = planContext({}, BudgetLimits.parse({ windowTokens: 100_000 }));
    expect(overruns).toEqual([{ of: "reserve", tokens: 90_000, limitTokens: 80_000, excessTokens: 10_000 }]);
  });

  it("divides the window exactly into parts, reserve and free tokens", () => {
    const sizes = fc.record(Object.fromEntries(CONTEXT_PARTS.map((part) => [part, fc.nat(300_000)])), {
      requiredKeys: [],
    });
    const limits = fc
      .record({
        windowTokens: fc.integer({ min: 1, max: 2_000_000 }),
        reserveShare: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      .map((some) => BudgetLimits.parse(some));
    fc.assert(
      fc.property(sizes, limits, (some, limit) => {
        const plan = planContext(some, limit);
        expect(plan.usedTokens).toBe(plan.parts.reduce((sum, { tokens }) => sum + tokens, 0));
        expect(plan.usedTokens + plan.reserveTokens + plan.freeTokens).toBe(limit.windowTokens);
        expect(plan.overruns.some(({ of }) => of === "reserve")).toBe(plan.freeTokens < 0);
        for (const { tokens, limitTokens, excessTokens } of plan.overruns) {
          expect(excessTokens).toBeGreaterThan(0);
          expect(limitTokens + excessTokens).toBe(tokens);
        }
      }),
    );
  });
});
