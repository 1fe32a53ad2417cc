import { describe, expect, it } from "vitest";
import { Policy } from "../policy";
import { findLoosening } from "./find-loosening";

const NOW = Date.UTC(2026, 0, 2);
const SOON = "2026-01-03T00:00:00Z";
const LATER = "2026-01-04T00:00:00Z";

const rule = (more: object = {}) => ({ from_agent_id: "a", to_agent_id: "b", ...more });
const rules = (...agent_handoff_rules: object[]) => ({ agent_handoff_rules });
const loosening = (before: object, after: object) =>
  findLoosening(Policy.parse(before), Policy.parse(after), NOW);

describe("findLoosening", () => {
  it.each<[string, object, object]>([
    ["no change", rules(rule()), rules(rule())],
    ["a stricter mode", rules(rule({ handoff_mode: "full" })), rules(rule({ handoff_mode: "scoped" }))],
    [
      "the strictest mode",
      rules(rule({ allowed_context_fields: ["x"] })),
      rules(rule({ handoff_mode: "minimal" })),
    ],
    ["a new content rule", {}, { content_rules: [{ rule_id: "x", detector: "iban", action: "block" }] }],
    [
      "a stricter content rule",
      { content_rules: [{ rule_id: "x", detector: "iban", action: "redact", to_agent_id: "b" }] },
      { content_rules: [{ rule_id: "y", detector: "iban", action: "block" }] },
    ],
    [
      "a flag less",
      { content_rules: [{ rule_id: "x", detector: "iban", action: "flag" }] },
      { content_rules: [] },
    ],
    ["a new allowed list", rules(rule()), rules(rule({ allowed_context_fields: ["x"] }))],
    [
      "a shorter allowed list",
      rules(rule({ allowed_context_fields: ["x", "y"] })),
      rules(rule({ allowed_context_fields: ["y"] })),
    ],
    [
      "an empty allowed list",
      rules(rule({ allowed_context_fields: ["x"] })),
      rules(rule({ allowed_context_fields: [] })),
    ],
    [
      "a part of an allowed field instead of all",
      rules(rule({ allowed_context_fields: ["x", "y"] })),
      rules(rule({ allowed_context_fields: ["y.z[].q"] })),
    ],
    [
      "one field instead of all",
      rules(rule({ allowed_context_fields: ["*"] })),
      rules(rule({ allowed_context_fields: ["y.z"] })),
    ],
    ["one more block", rules(rule()), rules(rule({ blocked_context_fields: ["x"] }))],
    [
      "a broader block",
      rules(rule({ blocked_context_fields: ["x.ssn"] })),
      rules(rule({ blocked_context_fields: ["SSN"] })),
    ],
    [
      "moving a block to the policy",
      rules(rule({ blocked_context_fields: ["x"] })),
      { ...rules(rule()), blocked_context_fields: ["x"] },
    ],
    [
      "moving a block to every rule",
      { ...rules(rule()), blocked_context_fields: ["x"] },
      rules(rule({ blocked_context_fields: ["x"] }), {
        from_agent_id: "*",
        to_agent_id: "*",
        blocked_context_fields: ["x"],
      }),
    ],
    [
      "removing identifiers",
      { default_handoff_mode: "minimal" },
      { default_handoff_mode: "minimal", minimal_input_fields: ["claim_id"] },
    ],
    [
      "adding identifiers that no mode uses",
      { default_handoff_mode: "full" },
      { default_handoff_mode: "full", minimal_input_fields: ["x"] },
    ],
    [
      "other identifiers in a stricter mode",
      { default_handoff_mode: "scoped" },
      { default_handoff_mode: "minimal", minimal_input_fields: ["x"] },
    ],
    ["strict enforcement", { enforcement_level: "advisory" }, { enforcement_level: "strict" }],
    ["unchanged advisory enforcement", { enforcement_level: "advisory" }, { enforcement_level: "advisory" }],
    [
      "a rule that hides a broader one",
      rules({ from_agent_id: "a", to_agent_id: "*", handoff_mode: "full" }),
      rules({ from_agent_id: "a", to_agent_id: "*", handoff_mode: "full" }, rule()),
    ],
    ["renaming rules", rules(rule({ rule_id: "x" })), rules(rule({ rule_id: "y" }))],
    [
      "a rule that expires into a stricter default",
      { ...rules(rule({ handoff_mode: "full" })), default_handoff_mode: "minimal" },
      { ...rules(rule({ handoff_mode: "full", expires_at: SOON })), default_handoff_mode: "minimal" },
    ],
    [
      "a later expiry of a stricter rule",
      { ...rules(rule({ handoff_mode: "minimal", expires_at: SOON })), default_handoff_mode: "full" },
      { ...rules(rule({ handoff_mode: "minimal", expires_at: LATER })), default_handoff_mode: "full" },
    ],
    [
      "a new extraction",
      rules(rule({ conversation_translation: { enabled: true } })),
      rules(rule({ conversation_translation: { enabled: true, extract_fields: ["x"] } })),
    ],
    [
      "removing an extraction that was off",
      rules(rule({ conversation_translation: { extract_fields: ["x"] } })),
      rules(rule()),
    ],
    [
      "removing an extraction that the policy disabled",
      {
        ...rules(rule({ conversation_translation: { enabled: true, extract_fields: ["x"] } })),
        enable_conversation_translation: false,
      },
      rules(rule()),
    ],
    [
      "removing an empty extraction",
      rules(rule({ conversation_translation: { enabled: true, extract_fields: [] } })),
      rules(rule()),
    ],
    [
      "a stricter extraction and shorter summaries",
      rules(
        rule({ conversation_translation: { enabled: true, extract_fields: ["x", "y"], summarize: true } }),
      ),
      rules(
        rule({
          conversation_translation: {
            enabled: true,
            extract_fields: ["x.z"],
            summarize: true,
            max_summary_tokens: 400,
          },
        }),
      ),
    ],
    [
      "removing summaries in mode minimal",
      rules(rule({ conversation_translation: { enabled: true, extract_fields: ["x"], summarize: true } })),
      rules(rule({ handoff_mode: "minimal" })),
    ],
  ])("finds nothing after %s", (_, before, after) => {
    expect(loosening(before, after)).toBeNull();
  });

  it.each<[string, object, object]>([
    ["a → b: mode scoped becomes full", rules(rule()), rules(rule({ handoff_mode: "full" }))],
    [
      "a → b: mode minimal becomes scoped",
      rules(rule({ handoff_mode: "minimal" })),
      rules(rule({ allowed_context_fields: [] })),
    ],
    [
      "any other agent → any other agent: mode minimal becomes full",
      { default_handoff_mode: "minimal" },
      { default_handoff_mode: "full" },
    ],
    [
      "a → any other agent: mode minimal becomes full",
      {
        ...rules({ from_agent_id: "a", to_agent_id: "*", handoff_mode: "minimal" }),
        default_handoff_mode: "full",
      },
      { default_handoff_mode: "full" },
    ],
    [
      "a → b: `y` is allowed",
      rules(rule({ allowed_context_fields: ["x"] })),
      rules(rule({ allowed_context_fields: ["x", "y"] })),
    ],
    [
      "a → b: `x` is allowed",
      rules(rule({ allowed_context_fields: ["x.z"] })),
      rules(rule({ allowed_context_fields: ["x"] })),
    ],
    [
      "a → b: `items` is allowed",
      rules(rule({ allowed_context_fields: ["items[]"] })),
      rules(rule({ allowed_context_fields: ["items"] })),
    ],
    [
      "a → b: `X` is allowed",
      rules(rule({ allowed_context_fields: ["x"] })),
      rules(rule({ allowed_context_fields: ["X"] })),
    ],
    ["a → b: every field is allowed", rules(rule({ allowed_context_fields: ["x"] })), rules(rule())],
    ["blocked fields are no longer redacted within texts", {}, { blocked_in_text: false }],
    [
      "the content rule `x` no longer redacts iban from any agent to b",
      { content_rules: [{ rule_id: "x", detector: "iban", action: "redact", to_agent_id: "b" }] },
      { content_rules: [{ rule_id: "x", detector: "iban", action: "flag" }] },
    ],
    [
      "a → b: `ssn` is no longer blocked",
      rules(rule({ blocked_context_fields: ["ssn"] })),
      rules(rule({ blocked_context_fields: ["x.ssn"] })),
    ],
    [
      "a → b: `ssn` is no longer blocked",
      rules(rule({ blocked_context_fields: ["ssn"] })),
      rules(rule({ handoff_mode: "minimal" })),
    ],
    [
      "any other agent → any other agent: `ssn` is no longer blocked",
      { blocked_context_fields: ["ssn"] },
      {},
    ],
    [
      "any other agent → any other agent: the input's `x` becomes an identifier",
      { default_handoff_mode: "minimal" },
      { default_handoff_mode: "minimal", minimal_input_fields: ["claim_id", "x"] },
    ],
    [
      "the input's `x` becomes an identifier",
      { enforcement_level: "advisory" },
      { enforcement_level: "advisory", minimal_input_fields: ["x"] },
    ],
    ["enforcement becomes advisory", {}, { enforcement_level: "advisory" }],
    [
      "a → b: mode minimal becomes full",
      { ...rules(rule({ handoff_mode: "minimal" })), default_handoff_mode: "full" },
      { ...rules(rule({ handoff_mode: "minimal", expires_at: SOON })), default_handoff_mode: "full" },
    ],
    [
      "a → b: mode minimal becomes full",
      { ...rules(rule({ handoff_mode: "full", expires_at: SOON })), default_handoff_mode: "minimal" },
      { ...rules(rule({ handoff_mode: "full", expires_at: LATER })), default_handoff_mode: "minimal" },
    ],
    [
      "a → b: every field is no longer left out by extraction",
      rules(rule({ conversation_translation: { enabled: true, extract_fields: ["x"] } })),
      rules(rule()),
    ],
    [
      "a → b: `y` is no longer left out by extraction",
      rules(rule({ conversation_translation: { enabled: true, extract_fields: ["x"] } })),
      rules(rule({ conversation_translation: { enabled: true, extract_fields: ["y"] } })),
    ],
    [
      "a → b: every field is no longer left out by extraction",
      rules(rule({ conversation_translation: { enabled: true, extract_fields: ["x"] } })),
      {
        ...rules(rule({ conversation_translation: { enabled: true, extract_fields: ["x"] } })),
        enable_conversation_translation: false,
      },
    ],
    [
      "a → b: texts are no longer summarised as short",
      rules(rule({ conversation_translation: { enabled: true, summarize: true } })),
      rules(rule({ conversation_translation: { enabled: true } })),
    ],
    [
      "a → b: texts are no longer summarised as short",
      rules(rule({ conversation_translation: { enabled: true, summarize: true } })),
      rules(rule({ conversation_translation: { enabled: true, summarize: true, max_summary_tokens: 501 } })),
    ],
    [
      "a → b: mode scoped becomes full",
      rules({ from_agent_id: "*", to_agent_id: "b", handoff_mode: "full" }, rule()),
      rules({ from_agent_id: "*", to_agent_id: "b", handoff_mode: "full" }),
    ],
  ])("returns the loosening: %s", (sentence, before, after) => {
    expect(loosening(before, after)).toBe(sentence);
  });

  it("ignores rules that have already expired", () => {
    const before = {
      ...rules(rule({ handoff_mode: "minimal", expires_at: "2026-01-02T00:00:00Z" })),
      default_handoff_mode: "full",
    };
    expect(loosening(before, { default_handoff_mode: "full" })).toBeNull();
  });
});
