import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { effectivePolicy } from "./effective-policy";
import { createPolicyIndex, matchRule } from "./match-rule";
import { Policy } from "./policy";

const NOON = Date.UTC(2026, 2, 10, 12);
const policy = Policy.parse({
  default_handoff_mode: "minimal",
  agent_handoff_rules: [
    { rule_id: "wide", from_agent_id: "a", to_agent_id: "*" },
    {
      rule_id: "late",
      from_agent_id: "a",
      to_agent_id: "b",
      handoff_mode: "full",
      expires_at: "2026-03-12T00:00:00Z",
    },
    { rule_id: "soon", from_agent_id: "c", to_agent_id: "b", expires_at: "2026-03-11T00:00:00Z" },
  ],
});

describe("effectivePolicy", () => {
  it("returns the policy itself if no rule has expired", () => {
    expect(effectivePolicy(policy, NOON)).toBe(policy);
  });

  it("makes the same decisions as the whole policy does then", () => {
    const time = fc.integer({ min: NOON, max: NOON + 3 * 86_400_000 });
    fc.assert(
      fc.property(time, fc.constantFrom("a", "c", "x"), fc.constantFrom("b", "y"), (now, from, to) => {
        const effective = effectivePolicy(policy, now);
        const reverted = matchRule(createPolicyIndex(effective), from, to, { now: 0 });
        expect(reverted.ruleId).toBe(matchRule(createPolicyIndex(policy), from, to, { now }).ruleId);
      }),
    );
  });
});
