import { describe, expect, it } from "vitest";
import { handoffOf, policyOf, ruleOf } from "../../test/handoff";
import { withoutPolicy } from "./compile-policy";
import { recoverContext } from "./recover-context";
import { ScopingError } from "./scoping-error";

const TOO_DEEP = new ScopingError("too_deep");

describe("recoverContext", () => {
  const context = {
    prior_outputs: { a: { x: 1, ssn: 2 }, x: { pin: 3, y: { top: 4 } } },
    observations: [{ ssn: 5, top: 6 }],
    original_input: { claim_id: 7, task_id: { deep: 1 }, top: 8 },
    memories: [{ top: 9 }],
  };
  const section = {
    blocked_context_fields: ["ssn"],
    agent_handoff_rules: [
      { from_agent_id: "a", to_agent_id: "b", handoff_mode: "minimal", blocked_context_fields: ["top"] },
      { from_agent_id: "x", to_agent_id: "b", blocked_context_fields: ["pin"] },
    ],
  };

  it("passes everything except blocked fields, in any mode, with the blocks of every list", () => {
    expect(recoverContext(policyOf(section), handoffOf(context), TOO_DEEP)).toEqual({
      state: "fallback_minus_blocked",
      context: {
        prior_outputs: { a: { x: 1 }, x: { y: {} } },
        observations: [{}],
        original_input: { claim_id: 7, task_id: { deep: 1 } },
        memories: [{}],
      },
      fieldsFiltered: [
        "a.ssn",
        "memories[].top",
        "observations[].ssn",
        "observations[].top",
        "original_input.top",
        "x.pin",
        "x.y.top",
      ],
      contentFindings: [],
      refusal: null,
      note: "Scoping failed (the context is nested deeper than 1,000 levels): all except blocked fields passed",
    });
  });

  it("does not reveal the message of a foreign error", () => {
    const { note } = recoverContext(policyOf(section), handoffOf(context), new Error("secret"));
    expect(note).toBe("Scoping failed (an unexpected error): all except blocked fields passed");
  });

  it("starts blocked paths at the same places as scoping", () => {
    const value = { p: { q: 1 }, deep: { p: { q: 2 } } };
    const parts = {
      prior_outputs: { a: value },
      observations: [value],
      original_input: value,
      plan: value,
      list: [value],
    };
    const policy = ruleOf({ handoff_mode: "full", blocked_context_fields: ["p.q"] });
    const handoff = handoffOf(parts);
    const { context } = recoverContext(policy, handoff, TOO_DEEP);
    const left = { p: {}, deep: value.deep };
    expect(context).toEqual({
      prior_outputs: { a: left },
      observations: [left],
      original_input: left,
      plan: left,
      list: [left],
    });
  });

  describe("after a failure of the stripper too,", () => {
    const input = {
      claim_id: "CLM-1",
      task_id: { deep: 1 },
      session_id: "s",
      policy_id: Symbol("p"),
      other: 2,
    };
    const failing = handoffOf({
      prior_outputs: { a: new Array(4_000_000_000), x: 1 },
      observations: [],
      original_input: input,
    });

    it("passes nothing under strict", () => {
      expect(recoverContext(policyOf(section), failing, TOO_DEEP)).toEqual({
        state: "denied_error",
        context: { prior_outputs: {}, observations: [], original_input: null },
        fieldsFiltered: ["a", "observations", "original_input", "x"],
        contentFindings: [],
        refusal: null,
        note: "Scoping failed (the context is nested deeper than 1,000 levels): nothing passed",
      });
    });

    it("passes only scalar identifiers under advisory", () => {
      const advisory = policyOf({ ...section, enforcement_level: "advisory" });
      expect(recoverContext(advisory, failing, TOO_DEEP)).toEqual({
        state: "denied_error",
        context: {
          prior_outputs: {},
          observations: [],
          original_input: { claim_id: "CLM-1", session_id: "s" },
        },
        fieldsFiltered: [
          "a",
          "observations",
          "original_input.other",
          "original_input.policy_id",
          "original_input.task_id",
          "x",
        ],
        contentFindings: [],
        refusal: null,
        note: "Scoping failed (the context is nested deeper than 1,000 levels): only identifiers passed",
      });
    });

    it.each([
      ["a name in any rule, for any agents", { blocked_context_fields: ["CLAIM_ID"] }],
      ["a path that starts with it", { blocked_context_fields: ["claim_id.x"] }],
      ["a path that starts with *", { blocked_context_fields: ["*.x"] }],
    ])("passes no identifier blocked by %s", (_, rule) => {
      const advisory = policyOf({
        enforcement_level: "advisory",
        agent_handoff_rules: [{ from_agent_id: "p", to_agent_id: "q", ...rule }],
      });
      const { context } = recoverContext(advisory, failing, TOO_DEEP);
      expect(context.original_input).not.toHaveProperty("claim_id");
    });
  });

  it("passes nothing without a policy, because the blocks are unknown", () => {
    expect(recoverContext(withoutPolicy(), handoffOf(context), TOO_DEEP)).toMatchObject({
      state: "denied_error",
      context: { prior_outputs: {}, observations: [], original_input: null },
    });
  });
});
