import { describe, expect, it } from "vitest";
import { explainMatch } from "./explain-match";
import { createPolicyIndex } from "./match-rule";
import { Policy } from "./policy";

const NOW = Date.UTC(2026, 0, 2);

const explain = (rules: object[], from = "a", to = "b") =>
  explainMatch(createPolicyIndex(Policy.parse({ agent_handoff_rules: rules })), from, to, { now: NOW });

const rule = (rule_id: string, from_agent_id: string, to_agent_id: string, more: object = {}) => ({
  rule_id,
  from_agent_id,
  to_agent_id,
  ...more,
});

describe("explainMatch", () => {
  it("lists the rules that name the pair by precedence, each with its verdict and reason", () => {
    const { match, candidates, summary } = explain([
      rule("any", "*", "*"),
      rule("to", "*", "b"),
      rule("from", "a", "*"),
      rule("expired", "a", "b", { expires_at: "2026-01-02T00:00:00Z" }),
      rule("exact", "a", "b", { handoff_mode: "full" }),
      rule("twin", "a", "b"),
      rule("other", "b", "a"),
    ]);
    expect(match.ruleId).toBe("exact");
    expect(summary).toBe("`exact` applies, in mode full: it names both agents.");
    expect(
      candidates.map(({ ruleId, position, verdict, reason }) => [ruleId, position, verdict, reason]),
    ).toEqual([
      ["expired", 3, "expired", "It expired at 2026-01-02T00:00:00Z and has no effect."],
      ["exact", 4, "applies", "It names both agents. No rule in force is more specific or earlier."],
      ["twin", 5, "stands_later", "It names both agents, but the earlier rule `exact` names the same."],
      [
        "from",
        2,
        "less_specific",
        "It names the sender and any receiver, but `exact` is more specific: it names both agents.",
      ],
      [
        "to",
        1,
        "less_specific",
        "It names any sender and the receiver, but `exact` is more specific: it names both agents.",
      ],
      [
        "any",
        0,
        "less_specific",
        "It names any two agents, but `exact` is more specific: it names both agents.",
      ],
    ]);
  });

  it("explains that no rule names the pair", () => {
    expect(explain([rule("other", "b", "a")])).toMatchObject({
      candidates: [],
      match: { rule: null, specificity: "default" },
      summary: "No rule names the pair: the policy's default mode applies, which is scoped.",
    });
  });

  it("explains that every rule for the pair has expired", () => {
    const { candidates, summary } = explain([rule("r", "a", "*", { expires_at: "2025-01-01T00:00:00Z" })]);
    expect(candidates.map(({ verdict }) => verdict)).toEqual(["expired"]);
    expect(summary).toBe(
      "Every rule that names the pair has expired: the policy's default mode applies, which is scoped.",
    );
  });

  it("explains that a rule only observes, and that the next one applies", () => {
    const { match, candidates } = explain([
      rule("next", "a", "b", { state: "observe" }),
      rule("live", "a", "*"),
    ]);
    expect(match.ruleId).toBe("live");
    expect(candidates.map(({ verdict }) => verdict)).toEqual(["observed", "applies"]);
    expect(candidates[0]?.reason).toBe(
      "It names both agents, but only observes: handoffs record what it would change.",
    );
    expect(explain([rule("next", "a", "b", { state: "observe" })]).summary).toBe(
      "Every rule that names the pair only observes or has expired: the policy's default mode applies, which is scoped.",
    );
  });

  it("lists a rule once when asked about any agent", () => {
    expect(explain([rule("any", "*", "*")], "*", "*").candidates.map(({ verdict }) => verdict)).toEqual([
      "applies",
    ]);
  });

  it("distinguishes two rules with the same ID by position", () => {
    expect(
      explain([rule("r", "a", "b"), rule("r", "a", "b")]).candidates.map(({ verdict }) => verdict),
    ).toEqual(["applies", "stands_later"]);
  });
});
