import { describe, expect, it } from "vitest";
import { cpuMilliseconds } from "../../test/cpu-time";
import { diffPolicies } from "./diff-policies";
import { explainMatch } from "./explain-match";
import { createPolicyIndex } from "./match-rule";
import { parsePolicy } from "./parse-policy";
import type { Policy } from "./policy";

/**
 * Ten times the allowed second. Without limits, a comparison exhausted the memory of the process.
 */
const HANG_GUARD_MILLISECONDS = 10_000;

function policyOf(section: object): Policy {
  const parsed = parsePolicy({ multi_agent_handoffs: section });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  return parsed.policy;
}

const rules = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    rule_id: `r${index}`,
    from_agent_id: "*",
    to_agent_id: "*",
  }));
const expiring = (count: number) =>
  Array.from({ length: count }, (_, index) => [
    {
      from_agent_id: `a${index}`,
      to_agent_id: "*",
      expires_at: new Date(4e12 + index * 1_000).toISOString(),
    },
    { from_agent_id: "*", to_agent_id: `b${index}` },
  ]).flat();
const forAll = (rule: object) => ({ ...rule, from_agent_id: "*" });
const blocking = (count: number, agentsOf: (index: number) => object, last: string) =>
  Array.from({ length: count }, (_, index) => ({
    ...agentsOf(index),
    blocked_context_fields: [`${"k.".repeat(900)}${"k".repeat(8_000)}`, last],
  }));
const scoped = (fields: string[]) => ({
  from_agent_id: "a",
  to_agent_id: "b",
  handoff_mode: "scoped",
  allowed_context_fields: fields,
});
const names = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

describe("policies of maximum size", { timeout: 60_000 }, () => {
  it.each([
    ["rules for the same agents", { agent_handoff_rules: [] }, { agent_handoff_rules: rules(39_000) }],
    [
      "the same rules in reverse order",
      { agent_handoff_rules: rules(20_000) },
      { agent_handoff_rules: rules(20_000).reverse() },
    ],
    [
      "lists of different fields",
      { minimal_input_fields: names(50_000, "a") },
      { minimal_input_fields: names(50_000, "b") },
    ],
    [
      "fields blocked and allowed differently",
      { blocked_context_fields: names(20_000, "a.b"), agent_handoff_rules: [scoped(names(10_000, "c.d"))] },
      {
        blocked_context_fields: [...names(20_000, "z"), "a"],
        agent_handoff_rules: [scoped([...names(9_000, "c.d.").map((name) => `${name}.x`), "c"])],
      },
    ],
    [
      "rules for all agents that expire one by one, and pairs",
      {},
      {
        agent_handoff_rules: [
          ...expiring(5_000)
            .filter((_, index) => index % 2 === 0)
            .map(forAll),
          ...expiring(90),
        ],
      },
    ],
    [
      "long paths blocked differently for each pair",
      { agent_handoff_rules: blocking(100, (n) => ({ from_agent_id: `s${n}`, to_agent_id: "*" }), "a") },
      { agent_handoff_rules: blocking(100, (n) => ({ from_agent_id: "*", to_agent_id: `r${n}` }), "b") },
    ],
    ["agents in rules with any other, at many times", {}, { agent_handoff_rules: expiring(2_000) }],
  ])("are compared in time: %s", (_, before, after) => {
    const [old, renewed] = [policyOf(before), policyOf(after)];
    const start = cpuMilliseconds();
    diffPolicies(old, renewed, { now: 0, pairs: [{ from: "a", to: "b" }] });
    expect(cpuMilliseconds() - start).toBeLessThan(HANG_GUARD_MILLISECONDS);
  });

  it("are explained without repeating a long ID for each rule", () => {
    const [first, ...others] = rules(1_000);
    const policy = policyOf({ agent_handoff_rules: [{ ...first, rule_id: "i".repeat(100_000) }, ...others] });
    const { candidates } = explainMatch(createPolicyIndex(policy), "a", "b", { now: 0 });
    expect(candidates).toHaveLength(1_000);
    expect(candidates.reduce((sum, { reason }) => sum + reason.length, 0)).toBeLessThan(400_000);
  });
});
