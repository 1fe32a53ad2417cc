import { describe, expect, it } from "vitest";
import { handoffOf, policyOf, ruleOf } from "../../test/handoff";
import type { ContextHandoffEvent } from "../session/context-handoff";
import { countTokens } from "../tokens/count-tokens";
import { withoutPolicy } from "./compile-policy";
import type { HandoffContext } from "./handoff-context";
import { scopeContext } from "./scope-context";

const sizeOf = (context: Partial<HandoffContext>) =>
  countTokens(JSON.stringify({ prior_outputs: {}, observations: [], original_input: null, ...context }));

describe("the audit note", () => {
  const noteOn = (policy: Parameters<typeof scopeContext>[0], context: Partial<HandoffContext>) =>
    scopeContext(policy, handoffOf(context)).event?.audit_note;

  it("is null if nothing was removed", () => {
    expect(noteOn(ruleOf({}), { prior_outputs: { a: { x: 1 } } })).toBeNull();
  });

  it("counts the removed fields", () => {
    expect(
      noteOn(ruleOf({ allowed_context_fields: ["x"] }), { prior_outputs: { a: { x: 1, y: 2, z: 3 } } }),
    ).toBe("Fields filtered: 2");
  });

  it("mentions a missing policy", () => {
    expect(noteOn(withoutPolicy(), { prior_outputs: { a: 1 } })).toBe(
      "No valid policy is available: every handoff is minimal; Fields filtered: 1",
    );
    expect(noteOn(withoutPolicy(), {})).toBe("No valid policy is available: every handoff is minimal");
  });

  it("names the agent whose output was dropped", () => {
    expect(noteOn(ruleOf({ allowed_context_fields: ["x"] }), { prior_outputs: { a: "text" } })).toBe(
      "Fields filtered: 1; Dropped, because allowed fields apply only to objects: a",
    );
  });

  it("says that there were too many fields to name", () => {
    const key = "a key of twenty-three c";
    const deep = `${`{"${key}":`.repeat(900)}{"ssn":1}${"}".repeat(900)}`;
    expect(
      noteOn(policyOf({ blocked_context_fields: ["ssn"] }), { prior_outputs: { a: JSON.parse(deep) } }),
    ).toBe("There were too many to name all of them");
  });
});

it("fields_included lists allowed patterns that kept a part of an output, not of another part", () => {
  const policy = ruleOf({ allowed_context_fields: ["x", "y"] });
  const { event } = scopeContext(policy, handoffOf({ prior_outputs: { a: { y: 1 } }, plan: { x: 1 } }));
  expect(event?.context_after_scoping).toMatchObject({ fields_included: ["y"] });
});

describe("the event of a recovered handoff", () => {
  const nested = JSON.parse(`${'{"ssn":1,"n":'.repeat(1_200)}0${"}".repeat(1_200)}`);
  const stripped = JSON.parse(`${'{"n":'.repeat(1_200)}0${"}".repeat(1_200)}`);
  const policy = ruleOf({ rule_id: "r", handoff_mode: "scoped", blocked_context_fields: ["ssn"] });

  it("has exact sizes and no outline", () => {
    const observations = [1, 2];
    const { event } = scopeContext(policy, handoffOf({ prior_outputs: { a: nested, b: 1 }, observations }));
    const before = sizeOf({ prior_outputs: { a: nested, b: 1 }, observations });
    const after = sizeOf({ prior_outputs: { a: stripped, b: 1 }, observations });
    const parts = { prior_outputs_count: 2, observations_count: 2, agents_included: ["a", "b"] };
    expect(event).toMatchObject({
      scoping_state: "fallback_minus_blocked",
      governance_rule_id: "r",
      handoff_mode: "scoped",
      context_before_scoping: { total_tokens: before, ...parts },
      context_after_scoping: { total_tokens: after, ...parts },
      tokens_saved: before - after,
      translation_strategies: [],
      conversation_translation_applied: false,
      outline: [],
      outline_truncated: true,
    } satisfies Partial<ContextHandoffEvent>);
    expect(event?.audit_note).toBe(
      "Scoping failed (the context is nested deeper than 1,000 levels): all except blocked fields passed, not all of which are named",
    );
    expect(event).not.toHaveProperty("duration_us");
    expect(event).not.toHaveProperty("context_sha256");
  });

  it("records if the blocked fields cannot be counted", () => {
    const hostile = new Proxy(
      {},
      {
        getPrototypeOf: () => {
          throw new Error("content");
        },
      },
    );
    const prior_outputs = { a: { ssn: hostile, x: 1 } };
    const { scoped, event } = scopeContext(policy, handoffOf({ prior_outputs, metadata: 1 }));
    expect(scoped.prior_outputs).toEqual({ a: { x: 1 } });
    expect(event).toMatchObject({
      scoping_state: "fallback_minus_blocked",
      context_before_scoping: { total_tokens: 0 },
      context_after_scoping: { total_tokens: 0 },
      audit_note: expect.stringMatching(/; The context could not be counted$/),
    });
  });

  it("records if the context cannot be counted", () => {
    const context = new Proxy(handoffOf({}).context, {
      ownKeys: () => {
        throw new Error("content");
      },
    });
    const { event } = scopeContext(policy, handoffOf({}, { context }));
    expect(event).toMatchObject({
      scoping_state: "denied_error",
      context_before_scoping: { total_tokens: 0 },
      context_after_scoping: { total_tokens: 0 },
      audit_note: "Scoping failed (an unexpected error): nothing passed; The context could not be counted",
    });
  });
});
