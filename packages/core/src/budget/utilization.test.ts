import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BudgetLimits, DEFAULT_BUDGET_LIMITS } from "./limits";
import { ALERT_LEVELS, alertLevel, contextUtilization, handoffUtilization } from "./utilization";

describe("BudgetLimits", () => {
  it("has a default for every limit", () => {
    expect(DEFAULT_BUDGET_LIMITS).toEqual({
      windowTokens: 200_000,
      targetShare: 0.4,
      reserveShare: 0.2,
      systemPromptTokens: 10_000,
      historyTokens: 20_000,
      incomingHandoffTokens: 10_000,
      workingMemoryTokens: 40_000,
      responseTokens: 10_000,
      manifestTokens: 1_000,
      requiredReadingTokens: 2_000,
      handoffTokens: 10_000,
      agentWorkTokens: 40_000,
      totalAvailableTokens: 68_000,
    });
  });

  it("keeps other defaults if one limit is set, and rejects an unknown limit", () => {
    expect(BudgetLimits.parse({ handoffTokens: 500 })).toEqual({
      ...DEFAULT_BUDGET_LIMITS,
      handoffTokens: 500,
    });
    expect(BudgetLimits.safeParse({ handofTokens: 500 }).success).toBe(false);
    expect(BudgetLimits.safeParse({ manifestTokens: 0 }).success).toBe(false);
    expect(BudgetLimits.safeParse({ targetShare: 40 }).success).toBe(false);
  });
});

describe("alertLevel", () => {
  it.each([
    [0, "ok"],
    [0.6999, "ok"],
    [0.7, "warning"],
    [0.8999, "warning"],
    [0.9, "critical"],
    [1, "critical"],
    [1.0001, "exceeded"],
  ])("returns the right level for %d: %s", (utilization, level) => {
    expect(alertLevel(utilization)).toBe(level);
  });

  it("never improves with more usage", () => {
    const rank = (utilization: number) => ALERT_LEVELS.indexOf(alertLevel(utilization));
    const utilization = fc.double({ min: 0, max: 3, noNaN: true });
    fc.assert(
      fc.property(utilization, utilization, (a, b) => rank(Math.min(a, b)) <= rank(Math.max(a, b))),
      { numRuns: 2_000 },
    );
  });
});

describe("handoffUtilization and contextUtilization", () => {
  it("measure different sizes against different limits", () => {
    const handoff = { manifestTokens: 520, requiredTokens: 850 };
    expect(handoffUtilization(handoff)).toBeCloseTo(0.137);
    const entering = { systemPromptTokens: 10_000, historyTokens: 12_630, incomingHandoffTokens: 1_370 };
    expect(contextUtilization(entering)).toBeCloseTo(0.12);
  });

  it("each use their own configured limit", () => {
    const limits = BudgetLimits.parse({ handoffTokens: 1_000, windowTokens: 100_000 });
    expect(handoffUtilization({ manifestTokens: 450, requiredTokens: 0 }, limits)).toBe(0.45);
    const entering = { systemPromptTokens: 10_000, historyTokens: 0, incomingHandoffTokens: 0 };
    expect(contextUtilization(entering, limits)).toBe(0.1);
  });
});
