import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BudgetLimits } from "./limits";
import { alertLevel } from "./utilization";
import { type MeasuredHandoff, WorkflowBudget } from "./workflow-budget";

function budgetOf(handoffs: readonly MeasuredHandoff[], limits?: BudgetLimits): WorkflowBudget {
  const budget = new WorkflowBudget(limits);
  for (const handoff of handoffs) budget.addHandoff(handoff);
  return budget;
}

const handoff = (
  manifestTokens: number,
  requiredTokens: number,
  fullTokens: number | null,
): MeasuredHandoff => ({
  fromAgent: "a",
  toAgent: "b",
  manifestTokens,
  requiredTokens,
  fullTokens,
});

/** Research, plan and implementation of OAuth2: 5,400 lines of full artifacts, at five tokens per line. */
const OAUTH2 = [handoff(450, 0, 10_000), handoff(520, 850, 5_000), handoff(580, 0, 12_000)];

describe("WorkflowBudget", () => {
  it("adds up the OAuth2 workflow: 450, 1,370 and 580 are 2,400 tokens, 11 times less than 27,000", () => {
    const sums = budgetOf(OAUTH2).sums();
    expect(sums).toMatchObject({
      handoffCount: 3,
      totalTokens: 2_400,
      meanTokens: 800,
      highestTokens: 1_370,
      remainingTokens: 27_600,
      level: "ok",
      fullTokens: 27_000,
      compressionRatio: 11.25,
      savedTokens: 24_600,
    });
    expect(sums.utilization).toBeCloseTo(0.08);
    expect(sums.highestUtilization).toBeCloseTo(0.137);
    expect(Math.round(100 * (sums.savedShare ?? 0))).toBe(91);
  });

  it("compares only with full artifacts that were counted", () => {
    const sums = budgetOf([handoff(100, 0, 1_000), handoff(900, 0, null)]).sums();
    expect(sums).toMatchObject({
      totalTokens: 1_000,
      compressionRatio: 10,
      savedTokens: 900,
      savedShare: 0.9,
    });
  });

  it("returns null, not zero, for a workflow without handoffs", () => {
    expect(budgetOf([]).sums()).toEqual({
      handoffCount: 0,
      totalTokens: 0,
      meanTokens: null,
      highestTokens: null,
      highestUtilization: null,
      utilization: null,
      remainingTokens: 0,
      level: "ok",
      fullTokens: 0,
      compressionRatio: null,
      savedTokens: 0,
      savedShare: null,
    });
  });

  it("has the level of its largest handoff, regardless of the others", () => {
    const limits = BudgetLimits.parse({ handoffTokens: 1_000 });
    expect(budgetOf([handoff(10, 0, null), handoff(800, 201, null)], limits).sums().level).toBe("exceeded");
    expect(budgetOf([handoff(10, 0, null), handoff(700, 0, null)], limits).sums().level).toBe("warning");
  });

  it("has consistent totals for any order of the handoffs", () => {
    const some = fc.array(
      fc
        .record({ manifest: fc.nat(5_000), required: fc.nat(9_000), full: fc.option(fc.nat(100_000)) })
        .map(({ manifest, required, full }) => handoff(manifest, required, full)),
    );
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 20_000 }), (handoffs, handoffTokens) => {
        const limits = BudgetLimits.parse({ handoffTokens });
        const sums = budgetOf(handoffs, limits).sums();
        expect(budgetOf(handoffs.toReversed(), limits).sums()).toEqual(sums);
        expect(sums.totalTokens + sums.remainingTokens).toBe(handoffs.length * handoffTokens);
        expect(sums.highestTokens ?? 0).toBeGreaterThanOrEqual(sums.meanTokens ?? 0);
        expect(sums.level).toBe(alertLevel(sums.highestUtilization ?? 0));
        const compared = handoffs.filter(({ fullTokens }) => fullTokens !== null);
        const read = compared.reduce((sum, one) => sum + one.manifestTokens + one.requiredTokens, 0);
        expect(sums.savedTokens + read).toBe(sums.fullTokens);
      }),
    );
  });
});

describe("trackAgentUsage", () => {
  it("adds up the tokens of each agent, and reports an exceeded budget", () => {
    const budget = new WorkflowBudget();
    expect(budget.trackAgentUsage("planner", 27_999).level).toBe("ok");
    expect(budget.trackAgentUsage("coder", 39_000).level).toBe("critical");
    expect(budget.trackAgentUsage("planner", 12_001)).toEqual({
      agent: "planner",
      usedTokens: 40_000,
      limitTokens: 40_000,
      level: "critical",
    });
    expect(budget.trackAgentUsage("planner", 1).level).toBe("exceeded");
  });
});
