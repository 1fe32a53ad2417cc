import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createPolicyIndex,
  expiryOf,
  matchRule,
  type PolicyIndex,
  rulesNaming,
  specificityOf,
} from "./match-rule";
import { type HandoffRule, Policy } from "./policy";

const NOW = Date.UTC(2026, 0, 2);
const PAST = "2026-01-01T00:00:00Z";
const FUTURE = "2026-01-03T00:00:00Z";

type RuleText = [rule_id: string, from: string, to: string, more?: object];

function policyOf(rules: RuleText[], more: object = {}): Policy {
  return Policy.parse({
    ...more,
    agent_handoff_rules: rules.map(([rule_id, from_agent_id, to_agent_id, fields]) => ({
      rule_id,
      from_agent_id,
      to_agent_id,
      ...fields,
    })),
  });
}

const match = (rules: RuleText[], from: string, to: string, more?: object) =>
  matchRule(createPolicyIndex(policyOf(rules, more)), from, to, { now: NOW });

describe("matchRule", () => {
  const everyKind: RuleText[] = [
    ["any", "*", "*", { handoff_mode: "minimal" }],
    ["to", "*", "b", { handoff_mode: "full" }],
    ["from", "a", "*", { handoff_mode: "minimal" }],
    ["exact", "a", "b", { handoff_mode: "full" }],
  ];

  it.each([
    ["a", "b", "exact", "full", 3],
    ["a", "c", "from", "minimal", 2],
    ["c", "b", "to", "full", 1],
    ["c", "d", "any", "minimal", 0],
    ["b", "a", "any", "minimal", 0],
  ])("%s → %s: %s", (from, to, kind, mode, position) => {
    expect(match(everyKind, from, to)).toMatchObject({
      ruleId: kind,
      rule: { rule_id: kind },
      specificity: kind,
      mode,
      position,
    });
  });

  it("prefers from → * to * → to, whichever stands first", () => {
    expect(
      match(
        [
          ["to", "*", "b"],
          ["from", "a", "*"],
        ],
        "a",
        "b",
      ).ruleId,
    ).toBe("from");
    expect(
      match(
        [
          ["from", "a", "*"],
          ["to", "*", "b"],
        ],
        "a",
        "b",
      ).ruleId,
    ).toBe("from");
  });

  it("takes the one that stands first among equals", () => {
    expect(
      match(
        [
          ["1st", "a", "b"],
          ["2nd", "a", "b"],
        ],
        "a",
        "b",
      ).ruleId,
    ).toBe("1st");
  });

  it("falls to the default mode where no rule names the pair", () => {
    const nothing = { rule: null, ruleId: null, position: null, specificity: "default" };
    expect(match([["x", "a", "b"]], "a", "c")).toEqual({ ...nothing, mode: "scoped" });
    expect(match([], "a", "c", { default_handoff_mode: "full" })).toEqual({ ...nothing, mode: "full" });
  });

  it("passes over a rule that has expired, and falls to the next one", () => {
    const rules: RuleText[] = [
      ["expired", "a", "b", { expires_at: PAST }],
      ["second", "a", "b", { expires_at: FUTURE }],
      ["wide", "*", "*"],
    ];
    expect(match(rules, "a", "b").ruleId).toBe("second");
    expect(match(rules.slice(0, 1).concat(rules.slice(2)), "a", "b").ruleId).toBe("wide");
    expect(match(rules.slice(0, 1), "a", "b").specificity).toBe("default");
  });

  it("takes a rule for expired from its instant on", () => {
    const index = createPolicyIndex(policyOf([["r", "a", "b", { expires_at: "2026-01-02T01:00:00+01:00" }]]));
    expect(matchRule(index, "a", "b", { now: NOW - 1 }).ruleId).toBe("r");
    expect(matchRule(index, "a", "b", { now: NOW }).ruleId).toBeNull();
  });

  it("tells agents apart whose ids run together", () => {
    const rules: RuleText[] = [["r", "a\u0000b", "c"]];
    expect(match(rules, "a\u0000b", "c").ruleId).toBe("r");
    expect(match(rules, "a", "b\u0000c").ruleId).toBeNull();
  });

  it.each(["__proto__", "constructor", "toString"])("takes %s for an agent like any other", (id) => {
    expect(match([], id, id).rule).toBeNull();
    expect(match([["r", id, id]], id, id).ruleId).toBe("r");
  });
});

describe("specificityOf", () => {
  it.each([
    ["a", "b", "exact"],
    ["a", "*", "from"],
    ["*", "b", "to"],
    ["*", "*", "any"],
  ])("%s → %s: %s", (from_agent_id, to_agent_id, kind) => {
    expect(specificityOf({ from_agent_id, to_agent_id })).toBe(kind);
  });
});

describe("expiryOf", () => {
  it.each([
    [undefined, Number.POSITIVE_INFINITY],
    ["2026-01-02T00:00:00", NOW],
    ["2999-01-01T00:00:00Z", Date.UTC(2999, 0, 1)],
    ["soon", Number.NEGATIVE_INFINITY],
  ])("%s", (expires_at, milliseconds) => {
    expect(expiryOf({ expires_at })).toBe(milliseconds);
  });
});

/** The rule by the words of the definition: those that name the pair and are in force, sorted; the slow way. */
function matchNaively(policy: Policy, from: string, to: string): HandoffRule | null {
  const names = (rule: HandoffRule) =>
    (rule.from_agent_id === "*" || rule.from_agent_id === from) &&
    (rule.to_agent_id === "*" || rule.to_agent_id === to);
  const weigh = (rule: HandoffRule) =>
    (rule.from_agent_id === "*" ? 0 : 2) + (rule.to_agent_id === "*" ? 0 : 1);
  const [winner] = policy.agent_handoff_rules
    .filter((rule) => names(rule) && !(rule.expires_at !== undefined && Date.parse(rule.expires_at) <= NOW))
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

/** Compares a matcher with the naive one on every pair of five agents, under random policies, until `pairs` are done. */
function compareWithNaive(matcher: Matcher, pairs: number): void {
  const agents = ["a", "b", "c", "d", "e"];
  const everyPair = agents.flatMap((from) => agents.map((to) => ({ from, to })));
  const agent = fc.constantFrom("*", "a", "b", "c", "d");
  const rule = fc.record({
    from_agent_id: agent,
    to_agent_id: agent,
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

describe("matchRule against the naive filter and sort", () => {
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
      "takes the last among equals",
      (index, from, to) => ({ rule: rulesNaming(index, from, to).at(-1)?.rule ?? null }),
    ],
    ["overlooks expiry", (index, from, to) => matchRule(index, from, to, { now: 0 })],
    [
      "forgets * → *",
      (index, from, to, options) => {
        const right = matchRule(index, from, to, options);
        return right.specificity === "any" ? index.noRule : right;
      },
    ],
  ])("catches a matcher that %s", (_, broken) => {
    expect(() => compareWithNaive(broken, 200_000)).toThrow("Property failed");
  });
});
