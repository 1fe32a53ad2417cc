import { parsePolicy } from "@baton/core";
import { SAMPLE_POLICY } from "@baton/core/policy";
import { expect, it } from "vitest";
import { orderRules } from "./rule-order";
import { findRules, listRuleRows, type RuleTraffic } from "./rule-rows";

const parsed = parsePolicy(SAMPLE_POLICY);
if (!parsed.ok) throw new Error("the sample policy can be read");
const { policy } = parsed;
const rules = orderRules(policy);

function trafficOf(ruleId: string, handoffCount: number): RuleTraffic {
  return {
    ruleId,
    handoffCount,
    beforeTokens: 100 * handoffCount,
    savedTokens: 50 * handoffCount,
    summarizerTokens: 10 * handoffCount,
    observedCount: 0,
  };
}

it("listRuleRows orders rules by priority, followed by the default rule", () => {
  expect(
    listRuleRows(rules, []).map(({ order, ruleId, specificity }) => [order, ruleId, specificity]),
  ).toEqual([
    [1, "fraud_to_recommendation", "exact"],
    [2, "coverage_to_severity", "exact"],
    [3, "severity_to_recommendation", "exact"],
    [4, "intake_to_all", "from"],
    [5, "all_to_explainability", "to"],
    [null, "", "default"],
  ]);
});

it("listRuleRows counts observed handoffs, whose tokens are not saved", () => {
  const observed = { ...trafficOf("intake_to_all", 0), observedCount: 4 };
  const rows = listRuleRows(rules, [observed]);
  expect(rows.find(({ ruleId }) => ruleId === "intake_to_all")).toMatchObject({
    handoffCount: 4,
    savedTokens: 0,
  });
});

it("listRuleRows includes traffic of rules from other versions at the end", () => {
  const rows = listRuleRows(rules, [trafficOf("intake_to_all", 3), trafficOf("", 2), trafficOf("gone", 1)]);
  expect(rows.find(({ ruleId }) => ruleId === "intake_to_all")?.handoffCount).toBe(3);
  expect(rows.at(-1)).toMatchObject({ ruleId: "gone", specificity: null, handoffCount: 1 });
  expect(rows.reduce((sum, { handoffCount }) => sum + handoffCount, 0)).toBe(6);
});

it("listRuleRows counts the traffic of two rules with one ID once", () => {
  const twice = {
    ...policy,
    agent_handoff_rules: policy.agent_handoff_rules
      .slice(0, 1)
      .concat(policy.agent_handoff_rules.slice(0, 1)),
  };
  const rows = listRuleRows(orderRules(twice), [trafficOf("fraud_to_recommendation", 7)]);
  expect(rows.map(({ handoffCount }) => handoffCount)).toEqual([7, 0, 0]);
});

it("findRules finds rules by agent, field, ID and what the draft says of them, in their order", () => {
  const rows = listRuleRows(rules, [trafficOf("fraud_to_recommendation", 7)]);
  const idsOf = (text: string, selection: Parameters<typeof findRules>[1]["selection"] = "all") =>
    findRules(rows, { text, selection }, ({ ruleId }) => ({
      change: ruleId === "coverage_to_severity" ? "edited" : null,
      findings: ruleId === "fraud_to_recommendation" ? 2 : 0,
    })).map(({ ruleId }) => ruleId);
  expect(idsOf("")).toEqual(rows.map(({ ruleId }) => ruleId));
  expect(idsOf("FRAUD_agent")).toEqual(["fraud_to_recommendation"]);
  expect(idsOf("nothing of this name")).toEqual([]);
  expect(idsOf("", "findings")).toEqual(["fraud_to_recommendation"]);
  expect(idsOf("", "changed")).toEqual(["coverage_to_severity"]);
  expect(idsOf("", "unused")).not.toContain("fraud_to_recommendation");
  expect(idsOf("", "unused")).toContain("coverage_to_severity");
});
