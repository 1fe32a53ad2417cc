import { describe, expect, it } from "vitest";
import { codes, lint } from "../../../test/lint-rules";
import { loadDetectors } from "../../content/load-detectors";

const detectors = await loadDetectors();

const rule = (detector: string, pattern?: string, more: object = {}) => ({
  rule_id: "r",
  detector,
  pattern,
  action: "redact",
  ...more,
});
const of = (content_rules: object[], options: object = { detectors }) =>
  codes([], {
    policy: { content_rules: content_rules.map((each, index) => ({ ...each, rule_id: `r${index}` })) },
    options,
  });
const ofPattern = (detector: string, pattern: string, options?: object) =>
  of([rule(detector, pattern)], options).map((found) => found.split(" ")[0]);

describe("pattern_invalid", () => {
  it("is an error at the pattern, with a hint", () => {
    const policy = { content_rules: [rule("pattern", "(?=x)")] };
    expect(lint([], { policy, options: { detectors, sectionPath: "/p" } })).toEqual([
      {
        code: "pattern_invalid",
        severity: "error",
        path: "/p/content_rules/0/pattern",
        message: "the pattern of `r` is not a valid RE2 pattern",
        hint: "Check its brackets. RE2 has no lookarounds, such as `(?=…)`, and no backreferences, such as `\\1`.",
      },
    ]);
  });

  it.each(["(", "x)", "[a", "a**", "x\\", "x(?!y)", "(?<!a)b", "(a)\\1", "(?P<n>a)\\k<n>"])(
    "rejects %s with and without detectors",
    (pattern) => {
      expect(ofPattern("pattern", pattern)).toEqual(["pattern_invalid"]);
      expect(ofPattern("pattern", pattern, {})).toEqual(["pattern_invalid"]);
    },
  );

  it.each([
    "CUST-[0-9]{6}",
    "(?i)cust-\\d+",
    "(?P<id>ID\\d+)(?i:x)",
    "\\AID[[:digit:]]+\\z",
    "ID[](]+",
    "\\QID(1\\E",
    "ID\\x{41}+\\pN",
    "ID\\p{Greek}*",
    "ID\\(\\?=",
    "^*ID$",
    "ID\\101",
  ])("accepts %s with and without detectors", (pattern) => {
    expect(ofPattern("pattern", pattern)).toEqual([]);
    expect(ofPattern("pattern", pattern, {})).toEqual([]);
  });

  it("reports globs only if detectors decide", () => {
    expect(ofPattern("file_path", "[z-a]")).toEqual(["pattern_invalid"]);
    expect(ofPattern("file_path", "[z-a]", {})).toEqual([]);
    expect(ofPattern("file_path", "**/.env*")).toEqual([]);
  });
});

describe("pattern_too_broad", () => {
  it("reports patterns that match the empty text or almost every sentence", () => {
    const isBroad = (pattern: string) => ofPattern("pattern", pattern).length > 0;
    expect(["x*", "(?i)(id)?", "\\w+", "e", ".", "the|when"].filter(isBroad)).toHaveLength(6);
    expect(["x+", "invoices?", "[0-9]{6}", "^A", "A"].filter(isBroad)).toEqual([]);
    expect(of([rule("pattern", "x*")])).toEqual(["pattern_too_broad /content_rules/0/pattern"]);
  });

  it("reports globs that match every file", () => {
    for (const glob of ["*", "**", "**/*"])
      expect(ofPattern("file_path", glob, {})).toEqual(["pattern_too_broad"]);
    expect(ofPattern("file_path", "?*")).toEqual(["pattern_too_broad"]);
    expect(ofPattern("file_path", "**/*.pem")).toEqual([]);
  });
});

it("reports a repeated ID as an error at the later rule", () => {
  const policy = { content_rules: [rule("email"), rule("phone")] };
  expect(lint([], { policy, options: {} })).toMatchObject([
    { code: "duplicate_content_rule_id", severity: "error", path: "/content_rules/1/rule_id" },
  ]);
});

describe("useless_content_rule", () => {
  const email = (action: string, from_agent_id = "*", to_agent_id = "*") =>
    rule("email", undefined, { action, from_agent_id, to_agent_id });

  it("reports a rule that an earlier one covers with an action that is as strong", () => {
    expect(of([email("redact"), email("redact")])).toEqual(["useless_content_rule /content_rules/1"]);
    expect(of([email("block"), email("flag", "a", "b")])).toEqual(["useless_content_rule /content_rules/1"]);
    expect(of([email("flag"), email("redact")])).toEqual([]);
    expect(of([email("redact", "a"), email("redact")])).toEqual([]);
    expect(of([rule("pattern", "ID1"), rule("pattern", "ID2"), rule("file_path", "ID1")])).toEqual([]);
  });

  it("reports a pair of one agent", () => {
    expect(of([email("redact", "a", "a")])).toEqual(["useless_content_rule /content_rules/0"]);
  });
});
