import { describe, expect, it } from "vitest";
import { policyOf } from "../../test/handoff";
import { parsePolicy } from "../policy/parse-policy";
import { compilePolicy } from "../scoping/compile-policy";
import { checkText } from "./check-text";
import { loadDetectors } from "./load-detectors";

const detectors = await loadDetectors();
type Rule = { detector: string; pattern?: string; action?: string; rule_id?: string; from_agent_id?: string };

function check(text: string, ...rules: Rule[]) {
  const content_rules = rules.map((rule) => ({ rule_id: rule.detector, action: "redact", ...rule }));
  const parsed = parsePolicy({ multi_agent_handoffs: { content_rules } });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  return checkText(compilePolicy(parsed, detectors), { from: "a", to: "b", text });
}

const EMAIL = { detector: "email" };
const CARD = { detector: "payment_card" };

describe("checkText", () => {
  it.each([
    ["a sentence", "Mail ann@example.com, now.", "Mail [redacted: email], now."],
    ["JSON", '{"to":"ann@example.com","n":[1]}', '{"to":"[redacted: email]","n":[1]}'],
    ["escaped JSON", '{"to":"ann\\u0040example.com\\n"}', '{"to":"[redacted: email]\\n"}'],
    [
      "JSON in JSON",
      '{"t":"{\\"to\\":\\"ann\\\\u0040example.com\\"}"}',
      '{"t":"{\\"to\\":\\"[redacted: email]\\"}"}',
    ],
    ["a JSON string", '"ann\\u0040example.com"', '"[redacted: email]"'],
    ["a key of JSON", '{"ann@example.com":1}', '{"[redacted: email]":1}'],
    ["text that only looks like JSON", "{ see ann@example.com", "{ see [redacted: email]"],
  ])("redacts in %s", (_, text, expected) => {
    expect(check(text, EMAIL)).toMatchObject({ text: expected, isBlocked: false, failure: null });
    expect(check(text, EMAIL).findings).toEqual([
      { rule_id: "email", detector: "email", path: "", count: 1, action: "redact" },
    ]);
  });

  it("keeps JSON valid if a number is redacted", () => {
    expect(check('{"card":4111111111111111,"n":1}', CARD).text).toBe(
      '{"card":"[redacted: payment_card]","n":1}',
    );
  });

  it("only counts what a rule flags", () => {
    const text = 'ann@example.com {"x":"ben@example.com\\n"}';
    expect(check(text, { ...EMAIL, action: "flag" })).toMatchObject({
      text,
      findings: [{ count: 2, action: "flag" }],
    });
  });

  it("blocks, and returns no match", () => {
    const rule = { detector: "file_path", pattern: "**/.env*", action: "block" };
    expect(check("cat ./app/.env.local please", rule)).toMatchObject({
      text: "cat [redacted: file_path] please",
      isBlocked: true,
    });
  });

  it("applies the rules of the pair only", () => {
    expect(check("ann@example.com", { ...EMAIL, from_agent_id: "c" }).findings).toEqual([]);
  });

  it("withholds the text if a pattern is invalid or detectors are missing, unless rules only flag", () => {
    expect(check("hello", { detector: "pattern", pattern: "(" })).toMatchObject({
      text: "[withheld: content rules failed]",
      failure: "the pattern of the content rule pattern is invalid",
    });
    expect(check("hello", { detector: "pattern", pattern: "(", action: "flag" }).text).toBe("hello");
    expect(check("hello", { detector: "file_path", pattern: "[z-a]" }).text).toBe(
      "[withheld: content rules failed]",
    );
    const policy = policyOf({ content_rules: [{ rule_id: "x", detector: "email", action: "redact" }] });
    const checked = checkText(policy, { from: "a", to: "b", text: "hello" });
    expect(checked.text).toBe("[withheld: content rules failed]");
    expect(checked.failure).toContain("loadDetectors()");
  });

  it("withholds JSON that is nested too deep in strings", () => {
    let text = '"ann@example.com"';
    for (let layer = 0; layer < 10; layer += 1) text = JSON.stringify(text);
    expect(check(text, EMAIL).text).toBe("[withheld: content rules failed]");
  });
});
