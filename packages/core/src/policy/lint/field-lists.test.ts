import { describe, expect, it } from "vitest";
import { codes, lint, messages } from "../../../test/lint-rules";

describe("passes_nothing", () => {
  it("looks at scoped rules only, and tells empty from absent", () => {
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
  it("names what is removed all the same", () => {
    expect(
      lint([["r", "a", "b", { handoff_mode: "full", blocked_context_fields: ["x", "y", "z"] }]]),
    ).toEqual([
      {
        code: "full_with_blocked",
        severity: "warning",
        path: "/agent_handoff_rules/0/blocked_context_fields",
        message: "`r` passes the context in full, and still removes `x`, `y` and `z`",
        hint: "Leave it as it is if that is meant: blocked fields pass in no mode.",
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
  it("names the field and the block that takes all of it", () => {
    const fields = { allowed_context_fields: ["a", "claim.ssn"], blocked_context_fields: ["x", "SSN"] };
    expect(lint([["r", "a", "b", fields]])).toEqual([
      {
        code: "allowed_and_blocked",
        severity: "warning",
        path: "/agent_handoff_rules/0/allowed_context_fields/1",
        message: "`claim.ssn` is allowed, and does not pass: `SSN` of the rule blocks it",
        hint: "Remove it from one of the two lists; blocked wins.",
      },
    ]);
  });

  it("knows the blocks of the policy", () => {
    const judged: Parameters<typeof lint> = [
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
    expect(messages("allowed_and_blocked", ...judged)).toEqual([
      "`ssn` is allowed, and does not pass: `ssn` of the policy blocks it",
    ]);
    expect(lint(...judged)[1]).toEqual({
      code: "extracts_blocked",
      severity: "warning",
      path: "/agent_handoff_rules/0/conversation_translation/extract_fields/1",
      message: "`ssn` is to be extracted, and is gone by then: `ssn` of the policy blocks it",
      hint: "Remove it from one of the two lists; blocked wins.",
    });
  });

  it("has nothing against a block that takes a part of what is allowed", () => {
    const fields = { allowed_context_fields: ["claim", "*"], blocked_context_fields: ["claim.notes", "ssn"] };
    expect(codes([["r", "a", "b", fields]])).toEqual([]);
  });
});
