import { compilePolicy, ENFORCED, importPolicy, scopeContext } from "@baton/core";
import { createPolicyIndex } from "@baton/core/policy";
import { expect, it } from "vitest";
import { explainFields } from "./explain-fields";

/** Scopes outputs from a to b, and returns the explanation of each leaf. */
function explain(rules: object[], outputs: Record<string, unknown>, settings: object = {}) {
  const agent_handoff_rules = rules.map((rule) => ({ to_agent_id: "b", ...rule }));
  const document = {
    multi_agent_handoffs: { blocked_context_fields: ["ssn"], ...settings, agent_handoff_rules },
  };
  const imported = importPolicy(JSON.stringify(document), ENFORCED);
  if (!imported.ok) throw new Error("the policy is well formed");
  const { event } = scopeContext(compilePolicy(imported), {
    from: "a",
    to: "b",
    now: 0,
    sessionId: "s",
    newId: () => "e",
    isParsedJson: true,
    context: { prior_outputs: outputs, observations: [{ note: 1, ssn: 2 }], original_input: null },
  });
  const index = createPolicyIndex(imported.policy);
  const entries = event?.outline ?? [];
  return Object.fromEntries(explainFields(index, { from: "a", to: "b", now: 0 }, entries));
}

it("explainFields names the clause that decided each field", () => {
  const explained = explain(
    [
      {
        rule_id: "ab",
        from_agent_id: "a",
        allowed_context_fields: ["score"],
        blocked_context_fields: ["draft"],
      },
    ],
    { a: { score: 1, ssn: 2, other: 3 }, c: { found: 1 } },
  );
  expect(explained).toEqual({
    "a.score": "In the allowed fields of rule `ab`.",
    "a.ssn": "Not in the allowed fields of rule `ab`.",
    "a.other": "Not in the allowed fields of rule `ab`.",
    "c.found": "Mode scoped of rule `ab` passes only the sender’s own output.",
    "observations[].note": "Mode scoped of rule `ab` passes it, and no list blocks it.",
    original_input: "Mode scoped of rule `ab` passes it, and no list blocks it.",
    "observations[].ssn": "The policy blocks `observations[].ssn` in every handoff.",
  });
});

it("explainFields names the rule that blocks a field, also one that is inherited from its author", () => {
  const explained = explain(
    [
      { rule_id: "ab", from_agent_id: "a", handoff_mode: "full", blocked_context_fields: ["draft"] },
      { rule_id: "cb", from_agent_id: "c", handoff_mode: "full", blocked_context_fields: ["price"] },
    ],
    { a: { draft: 1, price: 2 }, c: { price: 3 } },
  );
  expect(explained).toMatchObject({
    "a.draft": "Rule `ab` blocks `a.draft`.",
    "a.price": "Mode full of rule `ab` passes it, and no list blocks it.",
    "c.price": "Rule `cb` blocks `c.price`, whichever agent passes it on.",
  });
});

it("explainFields names the default mode of a pair without a rule", () => {
  expect(explain([], { a: { score: 1 } }, { default_handoff_mode: "minimal" })).toMatchObject({
    "a.score": "No rule applies, and the default mode minimal drops it.",
  });
});
