import { describe, expect, it } from "vitest";
import { codes, lint, messages, type RuleText } from "../../../test/lint-rules";

describe("passes_nothing", () => {
  it("reports only scoped rules, and distinguishes an empty list from an absent one", () => {
    expect(
      codes([
        ["r", "a", "b", { handoff_mode: "full", allowed_context_fields: [] }],
        ["s", "a", "c"],
        ["t", "a", "d", { allowed_context_fields: ["x"] }],
      ]),
    ).toEqual([]);
  });
});

describe("full_with_blocked", () => {
  it("names the fields that are still removed", () => {
    expect(
      lint([["r", "a", "b", { handoff_mode: "full", blocked_context_fields: ["x", "y", "z"] }]]),
    ).toEqual([
      {
        code: "full_with_blocked",
        severity: "warning",
        path: "/agent_handoff_rules/0/blocked_context_fields",
        message: "`r` has scope full but still removes `x`, `y` and `z`",
        hint: "No change is needed if you intend this: blocked fields never pass, whatever the scope.",
      },
    ]);
    expect(
      codes([
        ["r", "a", "b", { handoff_mode: "full" }],
        ["s", "a", "c", { blocked_context_fields: ["x"] }],
      ]),
    ).toEqual([]);
  });
});

describe("allowed_and_blocked, extracts_blocked", () => {
  it("names the field and the block that removes all of it", () => {
    const fields = { allowed_context_fields: ["a", "claim.ssn"], blocked_context_fields: ["x", "SSN"] };
    expect(lint([["r", "a", "b", fields]])).toEqual([
      {
        code: "allowed_and_blocked",
        severity: "warning",
        path: "/agent_handoff_rules/0/allowed_context_fields/1",
        message: "`claim.ssn` is both allowed and blocked by `SSN` of the rule",
        hint: "Remove it from one of the two lists. Blocked wins.",
      },
    ]);
  });

  it("includes the policy's own blocks", () => {
    const checked: Parameters<typeof lint> = [
      [
        [
          "r",
          "a",
          "b",
          { allowed_context_fields: ["ssn"], conversation_translation: { extract_fields: ["b", "ssn"] } },
        ],
      ],
      { policy: { blocked_context_fields: ["x", "ssn"] } },
    ];
    expect(messages("allowed_and_blocked", ...checked)).toEqual([
      "`ssn` is both allowed and blocked by `ssn` of the policy",
    ]);
    expect(lint(...checked)[1]).toEqual({
      code: "extracts_blocked",
      severity: "warning",
      path: "/agent_handoff_rules/0/conversation_translation/extract_fields/1",
      message: "`ssn` is both extracted and blocked by `ssn` of the policy",
      hint: "Remove it from one of the two lists. Blocked wins.",
    });
  });

  it("accepts a block of only a part of an allowed field", () => {
    const fields = { allowed_context_fields: ["claim", "*"], blocked_context_fields: ["claim.notes", "ssn"] };
    expect(codes([["r", "a", "b", fields]])).toEqual([]);
  });
});

describe("allowed_not_extracted", () => {
  const rule = (allowed: string[], translation: object, mode = "scoped"): RuleText => [
    "r",
    "a",
    "b",
    { handoff_mode: mode, allowed_context_fields: allowed, conversation_translation: translation },
  ];
  const left = (allowed: string[], extracted: string[], changes = {}) =>
    messages("allowed_not_extracted", [
      rule(allowed, { enabled: true, extract_fields: extracted, ...changes }),
    ]).map((message) => /`(.+?)`/.exec(message)?.[1]);

  it("names the allowed field that extraction removes, and its place", () => {
    const checked = [rule(["score", "reason"], { enabled: true, extract_fields: ["score"] })];
    expect(lint(checked)).toEqual([
      {
        code: "allowed_not_extracted",
        severity: "warning",
        path: "/agent_handoff_rules/0/allowed_context_fields/1",
        message: "`reason` is allowed but does not pass, because `r` extracts only other fields",
        hint: "Add it to the fields to extract, or remove it from the allowed fields.",
      },
    ]);
  });

  it("accepts a field that is extracted as a whole or in part", () => {
    expect(left(["a", "b.c", "d[].e", "f", "*", "g.*"], ["a", "b", "d", "f[].x", "g.h"])).toEqual([]);
    expect(left(["a.b", "c[]", "d.*"], ["a.c", "c.x", "e"])).toEqual(["a.b", "c[]", "d.*"]);
  });

  it("checks only enabled translations in rules with an effective allowed list", () => {
    expect(left(["a"], ["b"], { enabled: false })).toEqual([]);
    expect(left(["a"], [])).toEqual([]);
    const full = rule(["a"], { enabled: true, extract_fields: ["b"] }, "full");
    expect(codes([full])).toEqual([]);
    const scoped = rule(["a"], { enabled: true, extract_fields: ["b"] });
    expect(codes([scoped], { policy: { enable_conversation_translation: false } })).toEqual([]);
  });

  it("does not report blocked fields, which have their own finding", () => {
    const blocked = { allowed_context_fields: ["a"], blocked_context_fields: ["a"] };
    const translation = { conversation_translation: { enabled: true, extract_fields: ["b"] } };
    expect(codes([["r", "a", "b", { ...blocked, ...translation }]])).toEqual([
      "allowed_and_blocked /agent_handoff_rules/0/allowed_context_fields/0",
    ]);
  });
});
