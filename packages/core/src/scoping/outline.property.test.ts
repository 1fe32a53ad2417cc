import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { handoffOf, policyOf } from "../../test/handoff";
import { countTokens } from "../tokens/count-tokens";
import { apportionSavings } from "./ledger";
import { scopeContext } from "./scope-context";

describe("the event's sizes", () => {
  it("are exact and equal the total of all causes, for any context", () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    const policy = policyOf({
      enforcement_level: "advisory",
      blocked_context_fields: ["ssn", "*.a"],
      agent_handoff_rules: [
        { from_agent_id: "a", to_agent_id: "b", allowed_context_fields: ["a", "*.b", "c[].d"] },
      ],
    });
    const outputs = fc.dictionary(
      fc.constantFrom("a", "x"),
      fc.dictionary(fc.constantFrom("a", "b", "c", "ssn"), value),
    );
    fc.assert(
      fc.property(outputs, fc.array(value), value, (prior_outputs, observations, original_input) => {
        const { scoped, event } = scopeContext(
          policy,
          handoffOf({ prior_outputs, observations, original_input }),
        );
        const before = countTokens(JSON.stringify({ prior_outputs, observations, original_input }));
        const after = countTokens(
          JSON.stringify({
            prior_outputs: scoped.prior_outputs,
            observations: scoped.observations,
            original_input: scoped.original_input,
          }),
        );
        expect(event).toMatchObject({
          context_before_scoping: { total_tokens: before },
          context_after_scoping: { total_tokens: after },
          tokens_saved: before - after,
        });
        const shares = Object.values(
          apportionSavings({ outline: event?.outline ?? [], tokensSaved: before - after }),
        );
        expect(shares.reduce((sum, share) => sum + share)).toBe(before - after);
      }),
    );
  });
});
