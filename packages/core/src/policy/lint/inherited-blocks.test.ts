import { describe, expect, it } from "vitest";
import { codes, lint, messages, PAST, type RuleText } from "../../../test/lint-rules";

describe("block_not_inherited", () => {
  it("names the blocks of a broader rule that the more specific rule replacing it lacks", () => {
    const wide: RuleText = ["wide", "*", "*", { blocked_context_fields: ["ssn", "claim.notes", "x"] }];
    expect(lint([["narrow", "a", "b", { blocked_context_fields: ["SSN"] }], wide])).toEqual([
      {
        code: "block_not_inherited",
        severity: "warning",
        path: "/agent_handoff_rules/0",
        message: "`narrow` replaces `wide` for a → b but does not block `claim.notes` and `x`",
        hint: "Add `claim.notes` and `x` to the blocked fields of `narrow`, or of the policy if no agent may receive them.",
      },
    ]);
  });

  const blocksX = { blocked_context_fields: ["x"] };

  it.each<[string, RuleText[], string[]]>([
    [
      "from → * replaces * → *",
      [
        ["r", "a", "*"],
        ["w", "*", "*", blocksX],
      ],
      ["a → any agent"],
    ],
    [
      "* → to replaces * → *",
      [
        ["r", "*", "b"],
        ["w", "*", "*", blocksX],
      ],
      ["any agent → b"],
    ],
    [
      "exact replaces from → *",
      [
        ["r", "a", "b"],
        ["w", "a", "*", blocksX],
      ],
      ["a → b"],
    ],
    [
      "exact replaces * → to",
      [
        ["r", "a", "b"],
        ["w", "*", "b", blocksX],
      ],
      ["a → b"],
    ],
    [
      "from → * replaces * → to",
      [
        ["r", "a", "*"],
        ["w", "*", "b", blocksX],
      ],
      ["a → b"],
    ],
    [
      "* → to never replaces from → *",
      [
        ["w", "a", "*", blocksX],
        ["r", "*", "b"],
      ],
      [],
    ],
    [
      "other agents",
      [
        ["r", "a", "b"],
        ["w", "c", "*", blocksX],
        ["v", "*", "d", blocksX],
      ],
      [],
    ],
    [
      "* → * never replaces a rule",
      [
        ["r", "*", "*"],
        ["w", "a", "*", blocksX],
      ],
      [],
    ],
    [
      "an exact rule replaces both",
      [
        ["r", "a", "*"],
        ["w", "*", "b", blocksX],
        ["e", "a", "b", blocksX],
      ],
      [],
    ],
    [
      "the more specific rule has expired",
      [
        ["r", "a", "b", { expires_at: PAST }],
        ["w", "a", "*", blocksX],
      ],
      [],
    ],
    [
      "the broader rule has expired",
      [
        ["r", "a", "b"],
        ["w", "a", "*", { ...blocksX, expires_at: PAST }],
      ],
      [],
    ],
    [
      "the more specific rule never applies",
      [
        ["e", "a", "b", blocksX],
        ["r", "a", "b"],
        ["w", "a", "*", blocksX],
      ],
      [],
    ],
    [
      "rules of equal specificity",
      [
        ["r", "a", "b"],
        ["w", "a", "b", blocksX],
      ],
      [],
    ],
  ])("is reported or accepted correctly: %s", (_, rules, pairs) => {
    expect(messages("block_not_inherited", rules)).toEqual(
      pairs.map((pair) => `\`r\` replaces \`w\` for ${pair} but does not block \`x\``),
    );
  });

  it("accepts a block in the policy itself", () => {
    const rules: RuleText[] = [
      ["r", "a", "b"],
      ["w", "a", "*", blocksX],
    ];
    expect(codes(rules, { policy: blocksX })).toEqual([]);
  });
});
