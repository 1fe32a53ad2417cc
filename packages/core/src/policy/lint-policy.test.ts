import { describe, expect, it } from "vitest";
import { type LintOptions, lintPolicy } from "./lint-policy";
import { parsePolicy } from "./parse-policy";
import { Policy } from "./policy";
import { SAMPLE_POLICY } from "./sample-policy";

const NOW = Date.UTC(2026, 0, 2);
const PAST = "2026-01-02T00:00:00Z";
const FUTURE = "2026-02-01T00:00:00Z";

type RuleText = [rule_id: string, from: string, to: string, more?: object];

const lint = (rules: RuleText[], more: { policy?: object; options?: Partial<LintOptions> } = {}) =>
  lintPolicy(
    Policy.parse({
      ...more.policy,
      agent_handoff_rules: rules.map(([rule_id, from_agent_id, to_agent_id, fields]) => ({
        rule_id,
        from_agent_id,
        to_agent_id,
        ...fields,
      })),
    }),
    { now: NOW, ...more.options },
  );

/** `code path` of each finding. */
const codes = (...judged: Parameters<typeof lint>) =>
  lint(...judged).map(({ code, path }) => `${code} ${path}`);

/** The message of each finding of a code. */
const messages = (code: string, ...judged: Parameters<typeof lint>) =>
  lint(...judged)
    .filter((finding) => finding.code === code)
    .map(({ message }) => message);

describe("lintPolicy", () => {
  it("finds nothing in the sample policy", () => {
    const parsed = parsePolicy(SAMPLE_POLICY);
    expect(parsed.ok && lintPolicy(parsed.policy, { now: NOW })).toEqual([]);
  });

  it("begins the paths with that of the section, and calls everything a warning", () => {
    const sectionPath = "/policies/multi_agent_handoffs";
    const findings = lint([["r", "a", "b", { allowed_context_fields: [] }]], { options: { sectionPath } });
    expect(findings).toEqual([
      {
        code: "passes_nothing",
        severity: "warning",
        path: "/policies/multi_agent_handoffs/agent_handoff_rules/0/allowed_context_fields",
        message: "`r` passes no field of the sender's output: its allowed list is empty",
        hint: 'Name the fields that may pass, or remove the list to pass all of them; in files from elsewhere an empty list meant "all".',
      },
    ]);
  });

  it("gives its findings sorted by path", () => {
    const findings = lint([
      ["r", "a", "b", { handoff_mode: "full", blocked_context_fields: ["x"], expires_at: PAST }],
      ["r", "a", "c", { allowed_context_fields: [] }],
    ]);
    expect(findings.map(({ path }) => path)).toEqual([
      "/agent_handoff_rules/0/blocked_context_fields",
      "/agent_handoff_rules/0/expires_at",
      "/agent_handoff_rules/1/allowed_context_fields",
      "/agent_handoff_rules/1/rule_id",
    ]);
  });
});

describe("duplicate_rule_id", () => {
  it("names each rule after the first that has an id", () => {
    expect(
      codes([
        ["r", "a", "b"],
        ["s", "a", "c"],
        ["r", "a", "d"],
        ["r", "a", "e"],
      ]),
    ).toEqual([
      "duplicate_rule_id /agent_handoff_rules/2/rule_id",
      "duplicate_rule_id /agent_handoff_rules/3/rule_id",
    ]);
    expect(
      lint([
        ["r", "a", "b"],
        ["r", "a", "c"],
      ])[0],
    ).toMatchObject({
      message: "`r` is the id of an earlier rule too, and what each of them saves cannot be told apart",
      hint: "Give each rule an id of its own.",
    });
  });

  it("counts a name that was made from agents and place", () => {
    const rules = [
      { from_agent_id: "a", to_agent_id: "b" },
      { from_agent_id: "a", to_agent_id: "c", rule_id: "a->b#0" },
    ];
    expect(
      lintPolicy(Policy.parse({ agent_handoff_rules: rules }), { now: NOW }).map(({ code }) => code),
    ).toEqual(["duplicate_rule_id"]);
  });
});

describe("expired_rule", () => {
  it("names a rule from its instant on", () => {
    expect(lint([["r", "a", "b", { expires_at: PAST }]])).toEqual([
      {
        code: "expired_rule",
        severity: "warning",
        path: "/agent_handoff_rules/0/expires_at",
        message: "`r` expired at 2026-01-02T00:00:00Z, and counts as absent",
        hint: "Delete it, or give it a later time.",
      },
    ]);
    expect(lint([["r", "a", "b", { expires_at: "2026-01-02T00:00:00.001Z" }]])).toEqual([]);
  });
});

describe("duplicate_pair and shadowed_rule", () => {
  it("names the later of two rules of a pair, the one that covers it and an example", () => {
    expect(
      lint([
        ["1st", "a", "b"],
        ["2nd", "a", "b"],
      ]),
    ).toEqual([
      {
        code: "duplicate_pair",
        severity: "warning",
        path: "/agent_handoff_rules/1",
        message: "`2nd` names the same agents as `1st`, which stands before it",
        hint: "Make one rule of the two.",
      },
      {
        code: "shadowed_rule",
        severity: "warning",
        path: "/agent_handoff_rules/1",
        message: "`2nd` can never apply: `1st` covers it, for example a → b",
        hint: "Delete it, or move it before `1st`.",
      },
    ]);
  });

  it.each<[string, RuleText[], string]>([
    [
      "any receiver",
      [
        ["1st", "a", "*"],
        ["2nd", "a", "*"],
        ["x", "a", "b"],
      ],
      "a → any other agent",
    ],
    [
      "an agent of the policy",
      [
        ["1st", "a", "*"],
        ["2nd", "a", "*"],
        ["x", "c", "d"],
      ],
      "a → c",
    ],
    [
      "any sender",
      [
        ["1st", "*", "b"],
        ["2nd", "*", "b"],
        ["x", "c", "d"],
      ],
      "c → b",
    ],
    [
      "any two",
      [
        ["1st", "*", "*"],
        ["2nd", "*", "*"],
      ],
      "any other agent → a further one",
    ],
    [
      "any two of the policy",
      [
        ["1st", "*", "*"],
        ["2nd", "*", "*"],
        ["x", "c", "d"],
      ],
      "c → any other agent",
    ],
  ])("gives an example that the covering rule does apply to: %s", (_, rules, pair) => {
    expect(messages("shadowed_rule", rules)).toEqual([
      `\`2nd\` can never apply: \`1st\` covers it, for example ${pair}`,
    ]);
  });

  it("prefers agents that were seen for its example", () => {
    const rules: RuleText[] = [
      ["1st", "a", "*"],
      ["2nd", "a", "*"],
      ["x", "c", "d"],
    ];
    const seenAgents = ["a", "b", "c", "d"];
    expect(messages("shadowed_rule", rules, { options: { seenAgents } })[0]).toContain("for example a → b");
  });

  it("does not call a rule shadowed that applies once the one before it has expired", () => {
    const rules: RuleText[] = [
      ["1st", "a", "b", { expires_at: FUTURE }],
      ["2nd", "a", "b"],
    ];
    expect(codes(rules)).toEqual(["duplicate_pair /agent_handoff_rules/1"]);
    const same: RuleText[] = [
      ["1st", "a", "b", { expires_at: FUTURE }],
      ["2nd", "a", "b", { expires_at: FUTURE }],
    ];
    expect(codes(same)).toEqual([
      "duplicate_pair /agent_handoff_rules/1",
      "shadowed_rule /agent_handoff_rules/1",
    ]);
  });

  it("names the one that covers it for good, where the first does not", () => {
    const rules: RuleText[] = [
      ["1st", "a", "b", { expires_at: FUTURE }],
      ["2nd", "a", "b"],
      ["3rd", "a", "b"],
    ];
    expect(messages("shadowed_rule", rules)).toEqual([
      "`3rd` can never apply: `2nd` covers it, for example a → b",
    ]);
  });

  it("passes over rules that have expired already", () => {
    expect(
      codes([
        ["1st", "a", "b", { expires_at: PAST }],
        ["2nd", "a", "b"],
      ]),
    ).toEqual(["expired_rule /agent_handoff_rules/0/expires_at"]);
    expect(
      codes([
        ["1st", "a", "b"],
        ["2nd", "a", "b", { expires_at: PAST }],
      ]),
    ).toEqual(["expired_rule /agent_handoff_rules/1/expires_at"]);
  });

  it("has nothing against rules that overlap", () => {
    expect(
      codes([
        ["x", "*", "*"],
        ["y", "a", "*"],
        ["z", "*", "b"],
        ["e", "a", "b"],
        ["f", "b", "a"],
      ]),
    ).toEqual([]);
  });
});

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

describe("block_not_inherited", () => {
  it("names the blocks that a less specific rule has and this one, which applies in its place, lacks", () => {
    const wide: RuleText = ["wide", "*", "*", { blocked_context_fields: ["ssn", "claim.notes", "x"] }];
    expect(lint([["narrow", "a", "b", { blocked_context_fields: ["SSN"] }], wide])).toEqual([
      {
        code: "block_not_inherited",
        severity: "warning",
        path: "/agent_handoff_rules/0",
        message:
          "`narrow` applies in the place of `wide` to a → b, and does not block `claim.notes` and `x` as that does",
        hint: "Add `claim.notes` and `x` to the blocked fields of `narrow`, or of the policy where nobody may get it.",
      },
    ]);
  });

  const blocksX = { blocked_context_fields: ["x"] };

  it.each<[string, RuleText[], string[]]>([
    [
      "from → * under * → *",
      [
        ["r", "a", "*"],
        ["w", "*", "*", blocksX],
      ],
      ["a → any agent"],
    ],
    [
      "* → to under * → *",
      [
        ["r", "*", "b"],
        ["w", "*", "*", blocksX],
      ],
      ["any agent → b"],
    ],
    [
      "exact under from → *",
      [
        ["r", "a", "b"],
        ["w", "a", "*", blocksX],
      ],
      ["a → b"],
    ],
    [
      "exact under * → to",
      [
        ["r", "a", "b"],
        ["w", "*", "b", blocksX],
      ],
      ["a → b"],
    ],
    [
      "from → * over * → to",
      [
        ["r", "a", "*"],
        ["w", "*", "b", blocksX],
      ],
      ["a → b"],
    ],
    [
      "* → to never stands over from → *",
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
      "* → * never hides anything",
      [
        ["r", "*", "*"],
        ["w", "a", "*", blocksX],
      ],
      [],
    ],
    [
      "an exact rule stands over both",
      [
        ["r", "a", "*"],
        ["w", "*", "b", blocksX],
        ["e", "a", "b", blocksX],
      ],
      [],
    ],
    [
      "the narrow rule has expired",
      [
        ["r", "a", "b", { expires_at: PAST }],
        ["w", "a", "*", blocksX],
      ],
      [],
    ],
    [
      "the wide rule has expired",
      [
        ["r", "a", "b"],
        ["w", "a", "*", { ...blocksX, expires_at: PAST }],
      ],
      [],
    ],
    [
      "the narrow rule never applies",
      [
        ["e", "a", "b", blocksX],
        ["r", "a", "b"],
        ["w", "a", "*", blocksX],
      ],
      [],
    ],
    [
      "rules of one kind",
      [
        ["r", "a", "b"],
        ["w", "a", "b", blocksX],
      ],
      [],
    ],
  ])("%s", (_, rules, pairs) => {
    expect(messages("block_not_inherited", rules)).toEqual(
      pairs.map(
        (pair) => `\`r\` applies in the place of \`w\` to ${pair}, and does not block \`x\` as that does`,
      ),
    );
  });

  it("is content with a block of the policy", () => {
    const rules: RuleText[] = [
      ["r", "a", "b"],
      ["w", "a", "*", blocksX],
    ];
    expect(codes(rules, { policy: blocksX })).toEqual([]);
  });
});

describe("lookalike_field", () => {
  const cyrillic = "\u0455\u0455n"; // ѕѕn
  const blocking = (...blocked_context_fields: string[]): RuleText[] => [
    ["r", "a", "b", { blocked_context_fields }],
  ];

  it("names two names of the policy that look alike, at both places", () => {
    expect(lint(blocking("ssn", `claim.${cyrillic}`))).toEqual([
      {
        code: "lookalike_field",
        severity: "warning",
        path: "/agent_handoff_rules/0/blocked_context_fields/0",
        message: `\`ssn\` (ASCII) looks like \`${cyrillic}\` (U+0455), and is another name`,
        hint: "Type the name anew, in the script that is meant; block both where either could carry the same data.",
      },
      {
        code: "lookalike_field",
        severity: "warning",
        path: "/agent_handoff_rules/0/blocked_context_fields/1",
        message: `\`${cyrillic}\` (U+0455) looks like \`ssn\` (ASCII), and is another name`,
        hint: "Type the name anew, in the script that is meant; block both where either could carry the same data.",
      },
    ]);
  });

  it("names a name of the policy that a field of a handoff imitates", () => {
    const seenFields = [`agent.claim.${cyrillic}`, "agent.ssn"];
    expect(messages("lookalike_field", blocking("ssn"), { options: { seenFields } })).toEqual([
      `\`ssn\` (ASCII) looks like \`${cyrillic}\` (U+0455), and is another name`,
    ]);
  });

  it("knows further parts of a context by their names, and agents not at all", () => {
    const at = (seenField: string) =>
      messages("lookalike_field", blocking("memories", "ssn"), { options: { seenFields: [seenField] } })
        .length;
    expect(at("memories[].\u0455\u0455n")).toBe(1);
    expect(at("\u0455\u0455n.x")).toBe(0);
  });

  it("names a name that mixes scripts so as to look Latin, also without a twin", () => {
    expect(messages("lookalike_field", blocking("p\u0430ssword"))).toEqual([
      "`p\u0430ssword` (U+0430) looks like a Latin name, and is another name",
    ]);
  });

  it("looks into every list", () => {
    const rules: RuleText[] = [
      [
        "r",
        "a",
        "b",
        {
          allowed_context_fields: [cyrillic],
          conversation_translation: { extract_fields: ["ok", cyrillic] },
        },
      ],
    ];
    const policy = { blocked_context_fields: [cyrillic], minimal_input_fields: ["ok", cyrillic] };
    expect(codes(rules, { policy }).filter((code) => code.startsWith("lookalike"))).toEqual([
      "lookalike_field /agent_handoff_rules/0/allowed_context_fields/0",
      "lookalike_field /agent_handoff_rules/0/conversation_translation/extract_fields/1",
      "lookalike_field /blocked_context_fields/0",
      "lookalike_field /minimal_input_fields/1",
    ]);
  });

  it.each([
    ["letters that look alike within ASCII", ["modern", "modem", "id1", "idl"]],
    ["names that blocking takes for the same", ["ssn", "SSN", "\uff33\uff33\uff2e", "s\u200bsn"]],
    ["a name of another script that looks like no Latin one", ["\u0441\u0443\u043c\u043c\u0430"]],
    ["a name of another script on its own", ["\u0441\u043e\u0440"]],
    ["a Latin letter that has a look-alike", ["v\u00e6rdi", "caf\u00e9"]],
    ["a name that mixes scripts and looks like no Latin one", ["x_\u0441\u0443\u043c\u043c\u0430"]],
  ])("has nothing against %s", (_, names) => {
    expect(codes(blocking(...names))).toEqual([]);
  });

  it.each([
    ["capital I of Cyrillic", "ID", "\u0406D"],
    ["small i of Cyrillic", "id", "\u0456d"],
    ["capital O of Greek for a zero", "t0", "t\u039f"],
    ["Latin small script g", "flag", "fla\u0261"],
    ["a letter that looks like rn", "m\u0430", "rn\u0430"],
    ["a dotless look-alike of l", "pol1cy", "pol\u04c0cy"],
  ])("sees %s", (_, name, twin) => {
    expect(
      messages("lookalike_field", blocking(name), { options: { seenFields: [`a.${twin}`] } }),
    ).toHaveLength(1);
  });
});

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
        "`x` took part in no handoff that was seen",
        "Check how the agent is spelled; ids are compared letter by letter.",
      ],
      [
        "unseen_agent",
        "/agent_handoff_rules/1/from_agent_id",
        "`y` took part in no handoff that was seen",
        "Check how the agent is spelled; ids are compared letter by letter.",
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
        message: "no field of a handoff that was seen fits `typo`",
        hint: "Check how the field is spelled; leave it as it is if it is there as a precaution.",
      },
    ]);
  });

  it("says nothing where no fields are known", () => {
    expect(codes(allowing("fraud", "typo"))).toEqual([]);
  });
});
