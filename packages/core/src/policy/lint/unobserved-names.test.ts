import { describe, expect, it } from "vitest";
import { codes, lint, type RuleText } from "../../../test/lint-rules";

describe("unseen_agent", () => {
  it("names each side that took part in no handoff, and says nothing where none are known", () => {
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
  ])("knows a field that %s was seen to hand over, by %s", (from, pattern) => {
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
  ])("misses in what %s was seen to hand over: %s", (from, pattern) => {
    expect(unseen(allowing(from, pattern))).toEqual(first("allowed_context_fields"));
  });

  it.each(["ssn", "SSN", "note", "claim_id", "cost", "items[].SSN", "items", "*"])(
    "knows %s where it is blocked",
    (pattern) => {
      expect(unseen(blocking(pattern))).toEqual([]);
      expect(unseen([], { blocked_context_fields: [pattern] })).toEqual([]);
    },
  );

  it.each(["fraud", "internal_notes", "items.ssn", "observations", "claim.id"])(
    "misses %s where it is blocked",
    (pattern) => {
      expect(unseen(blocking(pattern))).toEqual(first("blocked_context_fields"));
      expect(unseen([], { blocked_context_fields: [pattern] })).toEqual([
        "unseen_field /blocked_context_fields/0",
      ]);
    },
  );

  it("looks at the fields to extract, and says what to do", () => {
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

  it("says nothing where no fields are known", () => {
    expect(codes(allowing("fraud", "typo"))).toEqual([]);
  });
});
