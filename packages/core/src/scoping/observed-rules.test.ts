import { describe, expect, it } from "vitest";
import { handoffOf, policyOf } from "../../test/handoff";
import { scopeMessages } from "../messages/scope-messages";
import { scopeContext } from "./scope-context";

const OUTPUT = { fraud_score: 0.2, notes: "The adjuster knows the claimant", ssn: "078-05-1120" };
const HANDOFF = handoffOf({ prior_outputs: { a: OUTPUT } });
const ENFORCED = { rule_id: "live", from_agent_id: "a", to_agent_id: "b", handoff_mode: "full" };
const OBSERVED = {
  rule_id: "next",
  from_agent_id: "a",
  to_agent_id: "b",
  state: "observe",
  allowed_context_fields: ["fraud_score"],
};
const policyWith = (rules: object[], section: object = {}) =>
  policyOf({ blocked_context_fields: ["ssn"], ...section, agent_handoff_rules: rules });

describe("a rule that only observes", () => {
  it("leaves the decision to the next rule, and records its own with the handoff", () => {
    const { scoped, event } = scopeContext(policyWith([OBSERVED, ENFORCED]), HANDOFF);
    const { ssn: _, ...passed } = OUTPUT;
    expect(scoped.prior_outputs).toEqual({ a: passed });
    expect(event).toMatchObject({
      governance_rule_id: "live",
      handoff_mode: "full",
      observed_rules: {
        rule_ids: ["next"],
        governance_rule_id: "next",
        handoff_mode: "scoped",
        would_remove: ["a.notes"],
        would_pass: [],
      },
    });
    expect(event?.observed_rules?.total_tokens).toBeLessThan(event?.context_after_scoping.total_tokens ?? 0);
  });

  it("does not let through what an enforced rule blocks, and records that it would", () => {
    const loose = { ...OBSERVED, handoff_mode: "full" };
    const strict = { ...ENFORCED, blocked_context_fields: ["notes"] };
    const { scoped, event } = scopeContext(policyWith([loose, strict]), HANDOFF);
    expect(scoped.prior_outputs).toEqual({ a: { fraud_score: 0.2 } });
    expect(event?.observed_rules).toMatchObject({ would_remove: [], would_pass: ["a.notes"] });
  });

  it("is not recorded if an enforced rule takes precedence, or if it has expired", () => {
    for (const rules of [
      [ENFORCED, OBSERVED],
      [{ ...OBSERVED, expires_at: "2026-01-01T00:00:00Z" }, ENFORCED],
    ]) {
      expect(scopeContext(policyWith(rules), HANDOFF).event).not.toHaveProperty("observed_rules");
    }
  });

  it("records an event even if no rule in force wants one, unless it wants none itself", () => {
    const quiet = { audit_all_handoffs: false };
    const unaudited = { ...ENFORCED, audit_enabled: false };
    expect(scopeContext(policyWith([OBSERVED, unaudited], quiet), HANDOFF).event).not.toBeNull();
    const silent = { ...OBSERVED, audit_enabled: false };
    expect(scopeContext(policyWith([silent, unaudited], quiet), HANDOFF).event).toBeNull();
  });

  it("records the blocks that an output of another agent would inherit from it", () => {
    const inherited = { ...OBSERVED, from_agent_id: "x", blocked_context_fields: ["notes"] };
    const handoff = handoffOf({ prior_outputs: { a: {}, x: OUTPUT } });
    const { event } = scopeContext(policyWith([ENFORCED, inherited]), handoff);
    expect(event?.observed_rules).toMatchObject({
      rule_ids: ["next"],
      governance_rule_id: "live",
      would_remove: ["x.notes"],
    });
  });

  it("changes no message of a history", () => {
    const messages = [
      { role: "user", content: "Is it fraud?" },
      { role: "assistant", name: "a", content: JSON.stringify(OUTPUT) },
    ];
    const { context: _, ...pair } = HANDOFF;
    const scope = (rules: object[]) =>
      scopeMessages(policyWith(rules), { ...pair, messages, format: "openai-chat" });
    const given = scope([OBSERVED, ENFORCED]);
    expect(given.messages).toEqual(scope([ENFORCED]).messages);
    expect(given.event?.observed_rules).toMatchObject({ rule_ids: ["next"], would_remove: ["a.notes"] });
  });

  it("is rejected with an unknown state", () => {
    expect(() => policyWith([{ ...OBSERVED, state: "off" }])).toThrow("malformed_policy");
  });
});
