import { describe, expect, it } from "vitest";
import { createPolicyIndex, expiryOf, matchRule, specificityOf } from "./match-rule";
import { Policy } from "./policy";

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
  ])("matches %s → %s by the rule of kind %s", (from, to, kind, mode, position) => {
    expect(match(everyKind, from, to)).toMatchObject({
      ruleId: kind,
      rule: { rule_id: kind },
      specificity: kind,
      mode,
      position,
    });
  });

  it("prefers from → * to * → to, in any order", () => {
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

  it("uses the first of equal rules", () => {
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

  it("uses the default mode if no rule names the pair", () => {
    const nothing = { rule: null, ruleId: null, position: null, specificity: "default" };
    expect(match([["x", "a", "b"]], "a", "c")).toEqual({ ...nothing, mode: "scoped" });
    expect(match([], "a", "c", { default_handoff_mode: "full" })).toEqual({ ...nothing, mode: "full" });
  });

  it("skips an expired rule and uses the next one", () => {
    const rules: RuleText[] = [
      ["expired", "a", "b", { expires_at: PAST }],
      ["second", "a", "b", { expires_at: FUTURE }],
      ["wide", "*", "*"],
    ];
    expect(match(rules, "a", "b").ruleId).toBe("second");
    expect(match(rules.slice(0, 1).concat(rules.slice(2)), "a", "b").ruleId).toBe("wide");
    expect(match(rules.slice(0, 1), "a", "b").specificity).toBe("default");
  });

  it("treats a rule as expired from the instant of its expiry", () => {
    const index = createPolicyIndex(policyOf([["r", "a", "b", { expires_at: "2026-01-02T01:00:00+01:00" }]]));
    expect(matchRule(index, "a", "b", { now: NOW - 1 }).ruleId).toBe("r");
    expect(matchRule(index, "a", "b", { now: NOW }).ruleId).toBeNull();
  });

  it("distinguishes agents whose IDs would be equal when joined", () => {
    const rules: RuleText[] = [["r", "a\u0000b", "c"]];
    expect(match(rules, "a\u0000b", "c").ruleId).toBe("r");
    expect(match(rules, "a", "b\u0000c").ruleId).toBeNull();
  });

  it.each(["__proto__", "constructor", "toString"])("treats %s as an agent like any other", (id) => {
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
  ])("classifies %s → %s as %s", (from_agent_id, to_agent_id, kind) => {
    expect(specificityOf({ from_agent_id, to_agent_id })).toBe(kind);
  });
});

describe("expiryOf", () => {
  it.each([
    [undefined, Number.POSITIVE_INFINITY],
    ["2026-01-02T00:00:00", NOW],
    ["2999-01-01T00:00:00Z", Date.UTC(2999, 0, 1)],
    ["soon", Number.NEGATIVE_INFINITY],
  ])("converts %s", (expires_at, milliseconds) => {
    expect(expiryOf({ expires_at })).toBe(milliseconds);
  });
});
