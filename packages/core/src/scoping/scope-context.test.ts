import { describe, expect, it } from "vitest";
import { parsePolicy } from "../policy/parse-policy";
import { SAMPLE_POLICY } from "../policy/sample-policy";
import { countTokens } from "../tokens/count-tokens";
import { compilePolicy } from "./compile-policy";
import { apportionSavings } from "./ledger";
import { scopeContext } from "./scope-context";

function compile(section: Record<string, unknown>, policySwitch = { enabled: true, observe: false }) {
  const parsed = parsePolicy({ multi_agent_handoffs: section }, policySwitch);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  return compilePolicy(parsed);
}

const context = {
  prior_outputs: {
    intake_agent: { claim: "rear-end collision", ssn: "123-45-6789" },
    fraud_agent: { fraud_score: 0.2, risk_level: "low", working_notes: "compared with 40 earlier claims" },
  },
  observations: [{ tool: "lookup", result: "no match" }],
  original_input: { claim_id: "CLM-1", text: "Somebody drove into my car." },
};
const handoff = {
  from: "fraud_agent",
  to: "recommendation_agent",
  context,
  sessionId: "session-1",
  now: Date.UTC(2026, 0, 2, 17),
  newId: () => "0190a3c4-0000-7000-8000-000000000000",
};

describe("scopeContext", () => {
  it("passes what the sample policy allows, and records exact sizes that its outline adds up to", () => {
    const { scoped, event } = scopeContext(compile(SAMPLE_POLICY.multi_agent_handoffs), handoff);
    expect(scoped).toMatchObject({
      prior_outputs: { fraud_agent: { fraud_score: 0.2, risk_level: "low" } },
      observations: context.observations,
      original_input: context.original_input,
      handoff_mode: "scoped",
      fields_filtered: ["fraud_agent.working_notes", "intake_agent"],
    });
    expect(scoped.observations).toBe(context.observations);
    const { prior_outputs, observations, original_input } = scoped;
    expect(event).toMatchObject({
      event_type: "context_handoff",
      timestamp: "2026-01-02T17:00:00.000Z",
      governance_rule_id: "fraud_to_recommendation",
      scoping_state: "scoped",
      context_before_scoping: { total_tokens: countTokens(JSON.stringify(context)) },
      context_after_scoping: {
        total_tokens: countTokens(JSON.stringify({ prior_outputs, observations, original_input })),
      },
    });
    const outline = event?.outline ?? [];
    expect(outline.find(({ path }) => path === "intake_agent.ssn")).toEqual({
      path: "intake_agent.ssn",
      tokens: countTokens('"ssn":"123-45-6789"'),
      after: 0,
      cause: "mode",
    });
    expect(outline.find(({ path }) => path === "fraud_agent.working_notes")?.cause).toBe("not_allowed");
    const tokensSaved = event?.tokens_saved ?? Number.NaN;
    const shares = Object.values(apportionSavings({ outline, tokensSaved }));
    expect(shares.reduce((sum, share) => sum + share)).toBe(tokensSaved);
  });

  it("gives the context back untouched and writes nothing while the switch is off", () => {
    const policy = compile({}, { enabled: false, observe: false });
    const { scoped, event } = scopeContext(policy, handoff);
    expect(scoped).toBe(context);
    expect(event).toBeNull();
  });
});
