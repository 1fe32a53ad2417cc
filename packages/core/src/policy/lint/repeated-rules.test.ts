import { describe, expect, it } from "vitest";
import { codes, FUTURE, lint, messages, NOW, PAST, type RuleText } from "../../../test/lint-rules";
import { lintPolicy } from "../lint-policy";
import { Policy } from "../policy";

describe("duplicate_rule_id", () => {
  it("reports each later rule with the same ID", () => {
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
      message: "`r` is also the id of an earlier rule, so their savings cannot be separated",
      hint: "Give each rule its own id.",
    });
  });

  it("includes IDs that are generated from agents and position", () => {
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
  it("reports a rule from the instant of its expiry", () => {
    expect(lint([["r", "a", "b", { expires_at: PAST }]])).toEqual([
      {
        code: "expired_rule",
        severity: "warning",
        path: "/agent_handoff_rules/0/expires_at",
        message: "`r` expired at 2026-01-02T00:00:00Z and has no effect",
        hint: "Delete it, or set a later expiry.",
      },
    ]);
    expect(lint([["r", "a", "b", { expires_at: "2026-01-02T00:00:00.001Z" }]])).toEqual([]);
  });
});

describe("duplicate_pair and shadowed_rule", () => {
  it("accept a rule that observes before the one it is to replace, and report one that never could apply", () => {
    const observe = { state: "observe" as const };
    expect(
      codes([
        ["next", "a", "b", observe],
        ["live", "a", "b"],
      ]),
    ).toEqual([]);
    expect(
      codes([
        ["live", "a", "b"],
        ["next", "a", "b", observe],
      ]),
    ).toEqual(["shadowed_rule /agent_handoff_rules/1"]);
  });

  it("names the later of two rules for a pair, the rule that covers it and an example pair", () => {
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
        message: "`2nd` has the same agents as the earlier rule `1st`",
        hint: "Merge the two rules.",
      },
      {
        code: "shadowed_rule",
        severity: "warning",
        path: "/agent_handoff_rules/1",
        message: "`2nd` never applies, because `1st` takes precedence, for example for a → b",
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
  ])("uses an example pair that the covering rule applies to: %s", (_, rules, pair) => {
    expect(messages("shadowed_rule", rules)).toEqual([
      `\`2nd\` never applies, because \`1st\` takes precedence, for example for ${pair}`,
    ]);
  });

  it("prefers observed agents for its example pair", () => {
    const rules: RuleText[] = [
      ["1st", "a", "*"],
      ["2nd", "a", "*"],
      ["x", "c", "d"],
    ];
    const seenAgents = ["a", "b", "c", "d"];
    expect(messages("shadowed_rule", rules, { options: { seenAgents } })[0]).toContain(
      "for example for a → b",
    );
  });

  it("does not report a rule that applies after an earlier one expires", () => {
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

  it("names the rule that covers it permanently", () => {
    const rules: RuleText[] = [
      ["1st", "a", "b", { expires_at: FUTURE }],
      ["2nd", "a", "b"],
      ["3rd", "a", "b"],
    ];
    expect(messages("shadowed_rule", rules)).toEqual([
      "`3rd` never applies, because `2nd` takes precedence, for example for a → b",
    ]);
  });

  it("ignores expired rules", () => {
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

  it("accepts overlapping rules", () => {
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
