import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPolicyIndex, matchRule, type PolicyIndex, rulesNaming } from "./match-rule";
import { type HandoffRule, Policy } from "./policy";

const NOW = Date.UTC(2026, 0, 2);
const PAST = "2026-01-01T00:00:00Z";
const FUTURE = "2026-01-03T00:00:00Z";

/**
 * Selects the rule by the wording of the definition: those that name the pair and are in force, sorted. Slow
 * but simple.
 */
function matchNaively(policy: Policy, from: string, to: string): HandoffRule | null {
  const names = (rule: HandoffRule) =>
    (rule.from_agent_id === "*" || rule.from_agent_id === from) &&
    (rule.to_agent_id === "*" || rule.to_agent_id === to);
  const weigh = (rule: HandoffRule) =>
    (rule.from_agent_id === "*" ? 0 : 2) + (rule.to_agent_id === "*" ? 0 : 1);
  const [winner] = policy.agent_handoff_rules
    .filter((rule) => names(rule) && rule.state !== "observe")
    .filter((rule) => !(rule.expires_at !== undefined && Date.parse(rule.expires_at) <= NOW))
    .sort((a, b) => weigh(b) - weigh(a));
  return winner ?? null;
}

type Matcher = (
  index: PolicyIndex,
  from: string,
  to: string,
  options: { now: number },
) => {
  rule: HandoffRule | null;
};

/**
 * Compares a matcher with the naive one on every pair of five agents, under random policies, for at least
 * `pairs` pairs.
 */
function compareWithNaive(matcher: Matcher, pairs: number): void {
  const agents = ["a", "b", "c", "d", "e"];
  const everyPair = agents.flatMap((from) => agents.map((to) => ({ from, to })));
  const agent = fc.constantFrom("*", "a", "b", "c", "d");
  const rule = fc.record({
    from_agent_id: agent,
    to_agent_id: agent,
    state: fc.constantFrom(null, null, "enforce", "observe"),
    expires_at: fc.constantFrom(null, null, null, PAST, FUTURE),
  });
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 40 }), (rules) => {
      const policy = Policy.parse({ agent_handoff_rules: rules });
      const index = createPolicyIndex(policy);
      return everyPair.every(
        ({ from, to }) => matcher(index, from, to, { now: NOW }).rule === matchNaively(policy, from, to),
      );
    }),
    { numRuns: Math.ceil(pairs / everyPair.length) },
  );
}

describe("matchRule compared with a naive filter and sort", () => {
  it("agrees on 200,000 pairs", () => compareWithNaive(matchRule, 200_000), 60_000);

  it.each<[string, Matcher]>([
    [
      "prefers * → to to from → *",
      (index, from, to, options) => {
        const right = matchRule(index, from, to, options);
        return right.specificity === "from" ? matchRule(index, "nobody", to, options) : right;
      },
    ],
    [
      "uses the last of equal rules",
      (index, from, to) => ({ rule: rulesNaming(index, from, to).at(-1)?.rule ?? null }),
    ],
    ["ignores expiry", (index, from, to) => matchRule(index, from, to, { now: 0 })],
    [
      "ignores * → *",
      (index, from, to, options) => {
        const right = matchRule(index, from, to, options);
        return right.specificity === "any" ? index.noRule : right;
      },
    ],
  ])("is caught by this comparison if it %s (negative control)", (_, broken) => {
    expect(() => compareWithNaive(broken, 200_000)).toThrow("Property failed");
  });
});
