import { describe, expect, it } from "vitest";
import { codes, lint, type RuleText } from "../../../test/lint-rules";

describe("unseen_agent", () => {
  it("names each agent without handoffs, unless no handoffs are known", () => {
    const rules: RuleText[] = [
      ["r", "a", "x"],
      ["s", "y", "b"],
      ["t", "*", "*"],
    ];
    const found = lint(rules, { options: { seenAgents: ["a", "b"] } });
    expect(found.map(({ code, path, message, hint }) => [code, path, message, hint])).toEqual([
      [
        "unseen_agent",
        "/agent_handoff_rules/0/to_agent_id",
        "no handoffs with `x` so far",
        "Check the spelling of the agent. IDs must match exactly.",
      ],
      [
        "unseen_agent",
        "/agent_handoff_rules/1/from_agent_id",
        "no handoffs with `y` so far",
        "Check the spelling of the agent. IDs must match exactly.",
      ],
    ]);
    expect(codes(rules)).toEqual([]);
    expect(codes(rules, { options: { seenAgents: [] } })).toHaveLength(4);
  });
});

describe("unseen_field", () => {
  const seenFields = [
    "fraud.score",
    "fraud.items[].ssn",
    "fraud.caf\u0065\u0301",
    "severity.cost",
    "observations[].note",
    "original_input.claim_id",
  ];
  const unseen = (rules: RuleText[], policy?: object) =>
    codes(rules, { policy, options: { seenFields } }).filter((code) => code.startsWith("unseen_field"));
  const allowing = (from: string, ...allowed_context_fields: string[]): RuleText[] => [
    ["r", from, "b", { allowed_context_fields }],
  ];
  const blocking = (...blocked_context_fields: string[]): RuleText[] => [
    ["r", "fraud", "b", { blocked_context_fields }],
  ];
  const first = (list: string) => [`unseen_field /agent_handoff_rules/0/${list}/0`];

  it.each([
    ["fraud", "score"],
    ["fraud", "items"],
    ["fraud", "items[]"],
    ["fraud", "items[].ssn"],
    ["fraud", "items[].*"],
    ["fraud", "caf\u00e9"],
    ["*", "cost"],
  ])("accepts, for sender %s, the observed field %s", (from, pattern) => {
    expect(unseen(allowing(from, pattern))).toEqual([]);
  });

  it.each([
    ["fraud", "scores"],
    ["fraud", "cost"],
    ["fraud", "items.ssn"],
    ["fraud", "items[][]"],
    ["fraud", "Score"],
    ["fraud", "score.x"],
    ["*", "note"],
    ["*", "claim_id"],
    ["other", "score"],
  ])("reports, for sender %s, the unobserved field %s", (from, pattern) => {
    expect(unseen(allowing(from, pattern))).toEqual(first("allowed_context_fields"));
  });

  it.each(["ssn", "SSN", "note", "claim_id", "cost", "items[].SSN", "items", "*"])(
    "accepts the observed field %s in a block",
    (pattern) => {
      expect(unseen(blocking(pattern))).toEqual([]);
      expect(unseen([], { blocked_context_fields: [pattern] })).toEqual([]);
    },
  );

  it.each(["fraud", "internal_notes", "items.ssn", "observations", "claim.id"])(
    "reports the unobserved field %s in a block",
    (pattern) => {
      expect(unseen(blocking(pattern))).toEqual(first("blocked_context_fields"));
      expect(unseen([], { blocked_context_fields: [pattern] })).toEqual([
        "unseen_field /blocked_context_fields/0",
      ]);
    },
  );

  it("checks fields to extract, with a hint", () => {
    const rules: RuleText[] = [
      ["r", "fraud", "b", { conversation_translation: { extract_fields: ["score", "typo"] } }],
    ];
    expect(lint(rules, { options: { seenFields } })).toEqual([
      {
        code: "unseen_field",
        severity: "warning",
        path: "/agent_handoff_rules/0/conversation_translation/extract_fields/1",
        message: "no handoff so far contains `typo`",
        hint: "Check the spelling of the field. No change is needed if the pattern is a precaution.",
      },
    ]);
  });

  it("reports nothing if no fields are known", () => {
    expect(codes(allowing("fraud", "typo"))).toEqual([]);
  });
});
