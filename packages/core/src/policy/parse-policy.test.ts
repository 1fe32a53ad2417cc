import { describe, expect, it } from "vitest";
import { DEFAULT_MINIMAL_INPUT_FIELDS } from "./default-names";
import { parsePolicy } from "./parse-policy";
import type { HandoffRule, Policy } from "./policy";
import { policyVersion } from "./policy-version";
import { SAMPLE_POLICY } from "./sample-policy";
import { ENFORCED } from "./switch-setting";

const wrap = (section: unknown) => ({ multi_agent_handoffs: section });
const rule = (more: object = {}) => ({ from_agent_id: "a", to_agent_id: "b", ...more });

function policyOf(section: unknown): Policy {
  const parsed = parsePolicy(wrap(section));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  return parsed.policy;
}

function ruleOf(more: object): HandoffRule | undefined {
  return policyOf({ agent_handoff_rules: [rule(more)] }).agent_handoff_rules[0];
}

/** Returns `code path` of each finding of a rejected document. */
function refusalOf(document: unknown): string[] {
  const parsed = parsePolicy(document);
  if (parsed.ok) throw new Error("it was not refused");
  expect(parsed.findings.every(({ severity, hint }) => severity === "error" && hint !== "")).toBe(true);
  return parsed.findings.map(({ code, path }) => `${code} ${path}`);
}

/** Returns `code path` of each warning of an accepted document. */
function warningsOf(section: unknown): string[] {
  const parsed = parsePolicy(wrap(section));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  expect(parsed.findings.every(({ severity }) => severity === "warning")).toBe(true);
  return parsed.findings.map(({ code, path }) => `${code} ${path}`);
}

describe("parsePolicy, position of the section", () => {
  it("reads the section at the top, and returns document and section unchanged", () => {
    const document = {
      version: "1.0",
      multi_agent_handoffs: { _note: "n", description: "d" },
      other: { x: 1 },
    };
    const parsed = parsePolicy(document);
    expect(parsed.ok).toBe(true);
    if (!parsed.ok) return;
    expect(parsed.document).toBe(document);
    expect(parsed.section).toBe(document.multi_agent_handoffs);
    expect(parsed.sectionPath).toBe("/multi_agent_handoffs");
    expect(parsed.policy.description).toBe("d");
    expect(parsed.findings).toEqual([]);
  });

  it("reads the section under policies", () => {
    const parsed = parsePolicy({ policies: { multi_agent_handoffs: { description: "d" }, other: 1 } });
    expect(parsed.ok && [parsed.sectionPath, parsed.policy.description]).toEqual([
      "/policies/multi_agent_handoffs",
      "d",
    ]);
  });

  it("treats a null section as absent", () => {
    const parsed = parsePolicy({ multi_agent_handoffs: null, policies: { multi_agent_handoffs: {} } });
    expect(parsed.ok && parsed.sectionPath).toBe("/policies/multi_agent_handoffs");
  });

  it.each([
    [
      { multi_agent_handoffs: {}, policies: { multi_agent_handoffs: {} } },
      "section_in_both_places /policies/multi_agent_handoffs",
    ],
    [{}, "section_missing "],
    [{ policies: null }, "section_missing "],
    [{ policies: [{ multi_agent_handoffs: {} }] }, "section_missing "],
    [{ multi_agent_handoffs: null, policies: { multi_agent_handoffs: null } }, "section_missing "],
    [Object.create({ multi_agent_handoffs: {} }), "section_missing "],
    [null, "malformed_policy "],
    [[], "malformed_policy "],
    ["{}", "malformed_policy "],
    [{ multi_agent_handoffs: [] }, "malformed_policy /multi_agent_handoffs"],
    [{ multi_agent_handoffs: "all" }, "malformed_policy /multi_agent_handoffs"],
  ])("rejects %j", (document, refusal) => {
    expect(refusalOf(document)).toEqual([refusal]);
  });

  it("reports a missing section, and where to add it", () => {
    expect(parsePolicy({})).toEqual({
      ok: false,
      findings: [
        {
          code: "section_missing",
          severity: "error",
          path: "",
          message: "the document has no section multi_agent_handoffs",
          hint: 'Add multi_agent_handoffs at the top of the document or under "policies".',
        },
      ],
    });
  });
});

describe("parsePolicy, defaults", () => {
  it("fills in every default of an empty section", () => {
    expect(policyOf({})).toEqual({
      schema_version: 1,
      enforcement_level: "strict",
      default_handoff_mode: "scoped",
      enable_conversation_translation: true,
      audit_all_handoffs: true,
      minimal_input_fields: [
        "claim_id",
        "policy_id",
        "workflow_id",
        "session_id",
        "task_id",
        "feature",
        "spec_path",
      ],
      blocked_context_fields: [],
      blocked_in_text: true,
      content_rules: [],
      policy_tests: [],
      agent_handoff_rules: [],
    });
  });

  it("fills in every default of a rule, and derives its ID from agents and position", () => {
    expect(
      policyOf({ agent_handoff_rules: [rule({ rule_id: "first" }), rule({ to_agent_id: "*" })] })
        .agent_handoff_rules[1],
    ).toEqual({
      rule_id: "a->*#1",
      from_agent_id: "a",
      to_agent_id: "*",
      handoff_mode: "scoped",
      blocked_context_fields: [],
      audit_enabled: true,
    });
  });

  it("fills in every default of a translation, which is off unless enabled", () => {
    expect(ruleOf({ conversation_translation: {} })?.conversation_translation).toEqual({
      enabled: false,
      filter_enabled: false,
      summarize: false,
      max_summary_tokens: 500,
    });
  });

  it("treats null as absent in the policy, a rule and a translation", () => {
    const nothing = {
      description: null,
      schema_version: null,
      enforcement_level: null,
      default_handoff_mode: null,
      enable_conversation_translation: null,
      audit_all_handoffs: null,
      minimal_input_fields: null,
      blocked_context_fields: null,
      agent_handoff_rules: null,
    };
    expect(policyOf(nothing)).toEqual(policyOf({}));
    expect(warningsOf(nothing)).toEqual([]);
    const ruleOfNulls = {
      rule_id: null,
      handoff_mode: null,
      allowed_context_fields: null,
      blocked_context_fields: null,
      conversation_translation: null,
      audit_enabled: null,
      description: null,
      expires_at: null,
    };
    expect(ruleOf(ruleOfNulls)).toEqual(ruleOf({}));
    const translation = { enabled: null, extract_fields: null, filter_enabled: null, summarize: null };
    expect(
      ruleOf({ conversation_translation: { ...translation, max_summary_tokens: null, recast_role: null } }),
    ).toEqual(ruleOf({ conversation_translation: {} }));
  });

  it("distinguishes an empty allowed list from an absent one", () => {
    expect(ruleOf({ allowed_context_fields: [] })?.allowed_context_fields).toEqual([]);
    expect(ruleOf({})?.allowed_context_fields).toBeUndefined();
  });

  it("returns a new copy of the defaults for each policy", () => {
    policyOf({}).minimal_input_fields.push("ssn");
    expect(policyOf({}).minimal_input_fields).toEqual(DEFAULT_MINIMAL_INPUT_FIELDS);
  });

  it("never changes its input", () => {
    const document = wrap({ agent_handoff_rules: [rule({ handoff_mode: null })] });
    const before = structuredClone(document);
    parsePolicy(document);
    expect(document).toEqual(before);
  });

  it("calculates the version with the given switch, enforced by default", () => {
    const section = { description: "d" };
    const observing = { enabled: true, observe: true };
    const [enforced, observed] = [parsePolicy(wrap(section)), parsePolicy(wrap(section), observing)];
    expect(enforced.ok && [enforced.version, enforced.switch]).toEqual([
      policyVersion(section, ENFORCED),
      ENFORCED,
    ]);
    expect(observed.ok && [observed.version, observed.switch]).toEqual([
      policyVersion(section, observing),
      observing,
    ]);
  });
});

describe("parsePolicy, unknown values", () => {
  it("treats an unknown mode as minimal, with a warning", () => {
    const section = {
      default_handoff_mode: "everything",
      agent_handoff_rules: [rule(), rule({ handoff_mode: 5 })],
    };
    const policy = policyOf(section);
    expect(policy.default_handoff_mode).toBe("minimal");
    expect(policy.agent_handoff_rules.map(({ handoff_mode }) => handoff_mode)).toEqual(["scoped", "minimal"]);
    expect(warningsOf(section)).toEqual([
      "unknown_handoff_mode /multi_agent_handoffs/default_handoff_mode",
      "unknown_handoff_mode /multi_agent_handoffs/agent_handoff_rules/1/handoff_mode",
    ]);
    const parsed = parsePolicy(wrap(section));
    expect(parsed.findings[0]).toEqual({
      code: "unknown_handoff_mode",
      severity: "warning",
      path: "/multi_agent_handoffs/default_handoff_mode",
      message: 'the value ("everything") is unknown to this release, so it is treated as minimal',
      hint: 'Use "full" or "scoped" or "minimal".',
    });
    expect(parsed.findings[1]?.message).toBe(
      "the value (number) is unknown to this release, so it is treated as minimal",
    );
  });

  it.each([[2], [0], ["1"], [1.5]])(
    "treats every handoff as minimal with schema_version %j",
    (schema_version) => {
      const section = {
        schema_version,
        default_handoff_mode: "full",
        agent_handoff_rules: [rule({ handoff_mode: "full" })],
      };
      const policy = policyOf(section);
      expect(policy.default_handoff_mode).toBe("minimal");
      expect(policy.agent_handoff_rules.map(({ handoff_mode }) => handoff_mode)).toEqual(["minimal"]);
      expect(warningsOf(section)).toEqual(["unknown_schema_version /multi_agent_handoffs/schema_version"]);
    },
  );

  it("treats an unknown enforcement level as strict", () => {
    expect(policyOf({ enforcement_level: "audit" }).enforcement_level).toBe("strict");
    expect(policyOf({ enforcement_level: "advisory" }).enforcement_level).toBe("advisory");
    expect(warningsOf({ enforcement_level: "audit" })).toEqual([
      "unknown_enforcement_level /multi_agent_handoffs/enforcement_level",
    ]);
  });

  it("has no warning for known values", () => {
    expect(
      warningsOf({
        schema_version: 1,
        enforcement_level: "advisory",
        default_handoff_mode: "full",
        agent_handoff_rules: [rule({ handoff_mode: "minimal" }), rule({ handoff_mode: null })],
      }),
    ).toEqual([]);
  });

  it("warns about settings that it does not know, at every level, and not about notes", () => {
    const rule = { from_agent_id: "a", to_agent_id: "b" };
    const section = {
      blocked_feilds: ["ssn"],
      _owner: "claims",
      absent: null,
      agent_handoff_rules: [rule, { ...rule, mode: "full", conversation_translation: { enable: true } }],
      content_rules: [{ rule_id: "r", detector: "secret", action: "redact", form: "x" }],
    };
    expect(warningsOf(section)).toEqual([
      "unknown_setting /multi_agent_handoffs/blocked_feilds",
      "unknown_setting /multi_agent_handoffs/agent_handoff_rules/1/mode",
      "unknown_setting /multi_agent_handoffs/agent_handoff_rules/1/conversation_translation/enable",
      "unknown_setting /multi_agent_handoffs/content_rules/0/form",
    ]);
  });

  it("truncates a long value", () => {
    const parsed = parsePolicy(wrap({ enforcement_level: "x".repeat(1000) }));
    expect(parsed.findings[0]?.message).toContain(`("${"x".repeat(40)}")`);
  });
});

describe("parsePolicy, invalid values", () => {
  const at = (path: string) => `/multi_agent_handoffs/agent_handoff_rules/0/${path}`;

  it.each([
    [{ from_agent_id: "" }, `malformed_policy ${at("from_agent_id")}`],
    [{ from_agent_id: "x".repeat(257) }, `malformed_policy ${at("from_agent_id")}`],
    [{ to_agent_id: 5 }, `malformed_policy ${at("to_agent_id")}`],
    [{ to_agent_id: null }, `malformed_policy ${at("to_agent_id")}`],
    [{ from_agent_id: "observations" }, `reserved_agent_id ${at("from_agent_id")}`],
    [{ from_agent_id: "original_input" }, `reserved_agent_id ${at("from_agent_id")}`],
    [{ to_agent_id: "memories" }, `reserved_agent_id ${at("to_agent_id")}`],
    [{ to_agent_id: "artifacts" }, `reserved_agent_id ${at("to_agent_id")}`],
    [{ rule_id: "" }, `malformed_policy ${at("rule_id")}`],
    [{ rule_id: 7 }, `malformed_policy ${at("rule_id")}`],
    [{ allowed_context_fields: ["ok", "a["] }, `malformed_field_pattern ${at("allowed_context_fields/1")}`],
    [{ blocked_context_fields: [""] }, `malformed_field_pattern ${at("blocked_context_fields/0")}`],
    [{ blocked_context_fields: ["\u200b"] }, `malformed_field_pattern ${at("blocked_context_fields/0")}`],
    [{ blocked_context_fields: [null] }, `malformed_policy ${at("blocked_context_fields/0")}`],
    [{ blocked_context_fields: "ssn" }, `malformed_policy ${at("blocked_context_fields")}`],
    [
      { conversation_translation: { extract_fields: ["a[0]"] } },
      `malformed_field_pattern ${at("conversation_translation/extract_fields/0")}`,
    ],
    [
      { conversation_translation: { max_summary_tokens: 0 } },
      `malformed_policy ${at("conversation_translation/max_summary_tokens")}`,
    ],
    [
      { conversation_translation: { recast_role: "tool" } },
      `malformed_policy ${at("conversation_translation/recast_role")}`,
    ],
    [{ conversation_translation: true }, `malformed_policy ${at("conversation_translation")}`],
    [{ audit_enabled: "yes" }, `malformed_policy ${at("audit_enabled")}`],
    [{ expires_at: "soon" }, `malformed_policy ${at("expires_at")}`],
    [{ expires_at: 1 }, `malformed_policy ${at("expires_at")}`],
  ])("rejects a rule with %j", (more, refusal) => {
    expect(refusalOf(wrap({ agent_handoff_rules: [rule(more)] }))).toEqual([refusal]);
  });

  it.each([
    [
      { blocked_context_fields: ["*x"] },
      "malformed_field_pattern /multi_agent_handoffs/blocked_context_fields/0",
    ],
    [{ minimal_input_fields: [1] }, "malformed_policy /multi_agent_handoffs/minimal_input_fields/0"],
    [{ agent_handoff_rules: {} }, "malformed_policy /multi_agent_handoffs/agent_handoff_rules"],
    [{ agent_handoff_rules: [null] }, "malformed_policy /multi_agent_handoffs/agent_handoff_rules/0"],
    [{ audit_all_handoffs: 1 }, "malformed_policy /multi_agent_handoffs/audit_all_handoffs"],
    [
      { enable_conversation_translation: "on" },
      "malformed_policy /multi_agent_handoffs/enable_conversation_translation",
    ],
  ])("rejects a policy with %j", (section, refusal) => {
    expect(refusalOf(wrap(section))).toEqual([refusal]);
  });

  it("describes the error of a malformed pattern, and the syntax of patterns", () => {
    expect(parsePolicy(wrap({ blocked_context_fields: ["a[0]"] })).findings).toEqual([
      {
        code: "malformed_field_pattern",
        severity: "error",
        path: "/multi_agent_handoffs/blocked_context_fields/0",
        message: '`a[0]` is not a valid field pattern: "[" is not followed by "]"',
        hint: "Write keys divided by `.`, `[]` after a key for every element of an array, `*` for any one key; escape `.`, `*`, `[` and `\\` with `\\`.",
      },
    ]);
  });

  it("truncates a long pattern, and reports at most a thousand errors", () => {
    const [finding] = parsePolicy(wrap({ blocked_context_fields: [`a[${"0".repeat(10_000)}`] })).findings;
    expect(finding?.message).toMatch(/^`a\[0{198}…` is not a valid field pattern/);
    const rules = Array.from({ length: 1_200 }, () => rule({ handoff_mode: "all" }));
    expect(parsePolicy(wrap({ agent_handoff_rules: rules })).findings).toHaveLength(1_000);
  });

  it("describes other errors, with their place in the file", () => {
    expect(parsePolicy({ policies: wrap({ audit_all_handoffs: "yes" }) }).findings).toEqual([
      {
        code: "malformed_policy",
        severity: "error",
        path: "/policies/multi_agent_handoffs/audit_all_handoffs",
        message: '/policies/multi_agent_handoffs/audit_all_handoffs is text ("yes"), true or false is needed',
        hint: "Correct the value; until then the last valid policy stays in force.",
      },
    ]);
    expect(refusalOf({ policies: wrap({ audit_all_handoffs: "yes", agent_handoff_rules: 1 }) })).toEqual([
      "malformed_policy /policies/multi_agent_handoffs/agent_handoff_rules",
      "malformed_policy /policies/multi_agent_handoffs/audit_all_handoffs",
    ]);
  });

  it("accepts the longest agent ID, IDs that are not reserved, and a time without a zone", () => {
    expect(ruleOf({ from_agent_id: "😀".repeat(256) })?.from_agent_id).toBe("😀".repeat(256));
    expect(ruleOf({ from_agent_id: "Observations" })?.from_agent_id).toBe("Observations");
    expect(ruleOf({ expires_at: "2030-01-01T00:00" })?.expires_at).toBe("2030-01-01T00:00");
  });

  it("rejects a section nested too deeply, without throwing", () => {
    const depth = 100_000;
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`);
    expect(refusalOf(wrap({ extra: deep }))).toEqual(["malformed_policy /multi_agent_handoffs"]);
    expect(refusalOf(wrap({ handoff_mode: deep }))).toEqual(["malformed_policy /multi_agent_handoffs"]);
  });
});

it("parsePolicy rejects agents that cannot be converted to text", () => {
  const parsed = parsePolicy(
    wrap({ agent_handoff_rules: [{ from_agent_id: { toString: 1 }, to_agent_id: [] }] }),
  );
  expect(parsed.ok).toBe(false);
  expect(parsed.findings.map(({ path }) => path.split("/").at(-1))).toEqual(["from_agent_id", "to_agent_id"]);
});

it("parsePolicy reports at most a thousand errors of a long list", () => {
  const parsed = parsePolicy(wrap({ agent_handoff_rules: Array(20_000).fill({}) }));
  expect(parsed.findings).toHaveLength(1_000);
});

describe("SAMPLE_POLICY", () => {
  it("is accepted without findings", () => {
    const parsed = parsePolicy(SAMPLE_POLICY);
    expect(parsed.ok && parsed.policy.agent_handoff_rules.map(({ rule_id }) => rule_id)).toEqual([
      "fraud_to_recommendation",
      "coverage_to_severity",
      "intake_to_all",
      "severity_to_recommendation",
      "all_to_explainability",
    ]);
    expect(parsed.findings).toEqual([]);
  });
});
