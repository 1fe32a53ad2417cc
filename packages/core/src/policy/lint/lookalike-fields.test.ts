import { describe, expect, it } from "vitest";
import { codes, lint, messages, type RuleText } from "../../../test/lint-rules";

describe("lookalike_field", () => {
  const cyrillic = "\u0455\u0455n"; // ѕѕn
  const blocking = (...blocked_context_fields: string[]): RuleText[] => [
    ["r", "a", "b", { blocked_context_fields }],
  ];

  it("reports two similar-looking names of the policy, at both places", () => {
    expect(lint(blocking("ssn", `claim.${cyrillic}`))).toEqual([
      {
        code: "lookalike_field",
        severity: "warning",
        path: "/agent_handoff_rules/0/blocked_context_fields/0",
        message: `\`ssn\` (ASCII) looks like \`${cyrillic}\` (U+0455), but is a different name`,
        hint: "Retype the name in the intended script. A block covers both names; other lists match a name exactly.",
      },
      {
        code: "lookalike_field",
        severity: "warning",
        path: "/agent_handoff_rules/0/blocked_context_fields/1",
        message: `\`${cyrillic}\` (U+0455) looks like \`ssn\` (ASCII), but is a different name`,
        hint: "Retype the name in the intended script. A block covers both names; other lists match a name exactly.",
      },
    ]);
  });

  it("reports a name of the policy that an observed field imitates", () => {
    const seenFields = [`agent.claim.${cyrillic}`, "agent.ssn"];
    expect(messages("lookalike_field", blocking("ssn"), { options: { seenFields } })).toEqual([
      `\`ssn\` (ASCII) looks like \`${cyrillic}\` (U+0455), but is a different name`,
    ]);
  });

  it("checks names of other context parts, but not of agents", () => {
    const at = (seenField: string) =>
      messages("lookalike_field", blocking("memories", "ssn"), { options: { seenFields: [seenField] } })
        .length;
    expect(at("memories[].\u0455\u0455n")).toBe(1);
    expect(at("\u0455\u0455n.x")).toBe(0);
  });

  it("reports a name with mixed scripts that looks Latin, even without a Latin twin", () => {
    expect(messages("lookalike_field", blocking("p\u0430ssword"))).toEqual([
      "`p\u0430ssword` (U+0430) looks like a Latin name, but is a different name",
    ]);
  });

  it("checks every list", () => {
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
    ["ASCII letters that look alike", ["modern", "modem", "id1", "idl"]],
    ["names that blocking treats as equal", ["ssn", "SSN", "\uff33\uff33\uff2e", "s\u200bsn"]],
    ["a name in another script that does not look Latin", ["\u0441\u0443\u043c\u043c\u0430"]],
    ["a single name in another script", ["\u0441\u043e\u0440"]],
    ["a Latin letter that has a look-alike", ["v\u00e6rdi", "caf\u00e9"]],
    ["a name with mixed scripts that does not look Latin", ["x_\u0441\u0443\u043c\u043c\u0430"]],
  ])("accepts %s", (_, names) => {
    expect(codes(blocking(...names))).toEqual([]);
  });

  it.each([
    ["the Cyrillic capital I", "ID", "\u0406D"],
    ["the Cyrillic small i", "id", "\u0456d"],
    ["the Greek capital O instead of a zero", "t0", "t\u039f"],
    ["the Latin small script g", "flag", "fla\u0261"],
    ["a letter that looks like rn", "m\u0430", "rn\u0430"],
    ["a dotless look-alike of l", "pol1cy", "pol\u04c0cy"],
  ])("detects %s", (_, name, twin) => {
    expect(
      messages("lookalike_field", blocking(name), { options: { seenFields: [`a.${twin}`] } }),
    ).toHaveLength(1);
  });
});
