import { ENFORCED } from "@baton/core";
import { SAMPLE_POLICY } from "@baton/core/policy";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type DraftAction, type DraftState, reduceDraft, startDraft } from "./draft-state";
import { type PolicySection, rulesOf, suggestRuleId } from "./policy-section";

const SECTION = {
  _description: "a comment",
  ...SAMPLE_POLICY.multi_agent_handoffs,
};

const contentOf = (section: PolicySection) => ({ document: "", section, policySwitch: ENFORCED });

function run(...actions: DraftAction[]): DraftState {
  return actions.reduce(reduceDraft, startDraft(contentOf(SECTION)));
}

function idsOf(state: DraftState): unknown[] {
  return rulesOf(state.content.section).map((rule) => rule.rule_id);
}

const NEW_RULE = { rule_id: "new", from_agent_id: "a", to_agent_id: "b" };
const ADD: DraftAction = { type: "add-rule", rule: NEW_RULE };

it("reduceDraft adds a rule at the end and opens it", () => {
  const state = run(ADD);
  expect(idsOf(state).at(-1)).toBe("new");
  expect(state.openRule).toBe(5);
});

it("reduceDraft changes only the given setting, and keeps comments and unwritten defaults", () => {
  const { content } = run({ type: "change-rule", position: 2, changes: { handoff_mode: "scoped" } });
  expect(content.section).toEqual({
    ...SECTION,
    agent_handoff_rules: SECTION.agent_handoff_rules.map((rule, index) =>
      index === 2 ? { ...rule, handoff_mode: "scoped" } : rule,
    ),
  });
});

it("reduceDraft removes an undefined setting from the document", () => {
  const { content } = run({
    type: "change-rule",
    position: 0,
    changes: { allowed_context_fields: undefined },
  });
  expect(rulesOf(content.section)[0]).not.toHaveProperty("allowed_context_fields");
});

it("reduceDraft keeps other settings of a changed translation", () => {
  const commented = { conversation_translation: { _why: "long", enabled: true } };
  const state = reduceDraft(startDraft(contentOf({ agent_handoff_rules: [commented] })), {
    type: "change-rule",
    position: 0,
    changes: {
      conversation_translation: {
        enabled: true,
        summarize: true,
        filter_enabled: false,
        max_summary_tokens: 200,
      },
    },
  });
  expect(rulesOf(state.content.section)[0]).toMatchObject({
    conversation_translation: { _why: "long", summarize: true, max_summary_tokens: 200 },
  });
});

it("reduceDraft inserts a copy after its original, with a new ID", () => {
  const state = run({ type: "duplicate-rule", position: 1, ruleId: "copy" });
  expect(idsOf(state).slice(0, 4)).toEqual([
    "fraud_to_recommendation",
    "coverage_to_severity",
    "copy",
    "intake_to_all",
  ]);
  expect(state.openRule).toBe(2);
});

it("reduceDraft keeps the open rule open when rules are moved or deleted", () => {
  const open: DraftAction = { type: "open-rule", position: 1 };
  expect(run(open, { type: "move-rule", position: 1, to: 3 }).openRule).toBe(3);
  expect(run(open, { type: "move-rule", position: 0, to: 4 }).openRule).toBe(0);
  expect(run(open, { type: "move-rule", position: 4, to: 0 }).openRule).toBe(2);
  expect(run(open, { type: "delete-rule", position: 0 }).openRule).toBe(0);
  expect(run(open, { type: "delete-rule", position: 1 }).openRule).toBeNull();
});

it("reduceDraft undoes typed text as a whole, not letter by letter", () => {
  const type = (description: string): DraftAction => ({
    type: "change-rule",
    position: 0,
    changes: { description },
    typedInto: "0 description",
  });
  const typed = run(type("W"), type("Wh"), type("Why"));
  expect(typed.past).toHaveLength(1);
  expect(reduceDraft(typed, { type: "undo" }).content.section).toEqual(SECTION);
  const twice = run(type("W"), { type: "open-rule", position: 0 }, type("Wh"));
  expect(twice.past).toHaveLength(2);
});

it("reduceDraft adds nothing to undo if nothing changed", () => {
  expect(run({ type: "move-rule", position: 2, to: 2 }).past).toHaveLength(0);
  expect(run({ type: "change-settings", changes: { enforcement_level: "strict" } }).past).toHaveLength(0);
});

it("reduceDraft has nothing to redo after another edit", () => {
  expect(run(ADD, { type: "undo" }).future).toHaveLength(1);
  expect(run(ADD, { type: "undo" }, { type: "delete-rule", position: 0 }).future).toHaveLength(0);
});

it("reduceDraft restores the same drafts for any order of undo and redo", () => {
  const anyEdit: fc.Arbitrary<DraftAction> = fc.oneof(
    fc.constant(ADD),
    fc.record({ type: fc.constant("delete-rule" as const), position: fc.nat(6) }),
    fc.record({ type: fc.constant("move-rule" as const), position: fc.nat(6), to: fc.nat(6) }),
    fc.record({
      type: fc.constant("change-rule" as const),
      position: fc.nat(6),
      changes: fc.record({ description: fc.string() }),
    }),
  );
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 20 }), (edits) => {
      const edited = run(...edits);
      const times = edited.past.length;
      let state = edited;
      for (let time = 0; time < times; time += 1) state = reduceDraft(state, { type: "undo" });
      expect(state.content.section).toEqual(SECTION);
      for (let time = 0; time < times; time += 1) state = reduceDraft(state, { type: "redo" });
      expect(state.content.section).toEqual(edited.content.section);
    }),
    { numRuns: 200 },
  );
});

it("suggestRuleId finds an unused ID", () => {
  expect(suggestRuleId("fraud", "*", [])).toBe("fraud_to_all");
  expect(suggestRuleId("a", "b", ["a_to_b", "a_to_b_2"])).toBe("a_to_b_3");
});
