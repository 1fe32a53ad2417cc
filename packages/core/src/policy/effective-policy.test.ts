import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coverPairs } from "./cover-pairs";
import { effectivePolicy, listExpiries } from "./effective-policy";
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
  it("is the policy itself while no rule has expired", () => {
    expect(effectivePolicy(policy, NOON)).toBe(policy);
  });

  it("decides at its time as the whole policy does", () => {
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

describe("listExpiries", () => {
  it("says which rules end in a span, the first one first, and what applies then", () => {
    const listed = listExpiries(policy, { from: NOON, until: NOON + 2 * 86_400_000 });
    expect(listed.map(({ rule, successor }) => [rule.rule_id, successor.ruleId, successor.mode])).toEqual([
      ["soon", null, "minimal"],
      ["late", "wide", "scoped"],
    ]);
    expect(listExpiries(policy, { from: NOON, until: NOON + 43_200_000 })).toHaveLength(1);
    expect(listExpiries(policy, { from: NOON + 43_200_000, until: NOON + 43_200_001 })).toEqual([]);
  });
});

describe("coverPairs", () => {
  it("says which rule applies to each pair, and where there was traffic without one", () => {
    const pairs = [
      { from: "a", to: "b", handoffs: 3 },
      { from: "x", to: "y", handoffs: 2 },
      { from: "y", to: "x", handoffs: 0 },
    ];
    const covered = coverPairs(policy, pairs, { now: NOON });
    expect(covered.map(({ match, isUncovered }) => [match.ruleId, match.mode, isUncovered])).toEqual([
      ["late", "full", false],
      [null, "minimal", true],
      [null, "minimal", false],
    ]);
  });
});
