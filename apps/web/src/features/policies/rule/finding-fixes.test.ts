import { type Policy, parsePolicy } from "@baton/core";
import { lintPolicy } from "@baton/core/policy";
import { expect, it } from "vitest";
import { EMPTY_CONTENT } from "../draft/draft-content";
import { reduceDraft, startDraft } from "../draft/draft-state";
import { readPolicy } from "../draft/read-policy";
import { type FixContext, listFixes, placeOfFinding } from "./finding-fixes";

const NOW = Date.parse("2026-11-22T00:00:00Z");

function read(rules: object[]): Policy {
  const parsed = parsePolicy({ multi_agent_handoffs: { agent_handoff_rules: rules } });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  return parsed.policy;
}

const KNOWN = {
  agents: ["fraud_agent", "severity_agent"],
  outputFields: [{ name: "repair_time_days", handoffs: 96 }],
  names: [{ name: "internal_notes", handoffs: 10 }],
};

/** Lints the rules, applies the first fix of a code, and returns the remaining findings of that code. */
function press(rules: object[], code: string, label: string) {
  const policy = read(rules);
  const lint = (of: Policy) =>
    lintPolicy(of, {
      now: NOW,
      seenAgents: KNOWN.agents,
      seenFields: ["fraud_agent.repair_time_days", "fraud_agent.internal_notes"],
    }).filter((finding) => finding.code === code);
  const [finding] = lint(policy);
  if (!finding) throw new Error(`nothing is found of ${code}`);
  const context: FixContext = { policy, now: NOW, ...KNOWN };
  const fix = listFixes(finding, context).find((each) => each.label === label);
  if (!fix)
    throw new Error(
      listFixes(finding, context)
        .map((each) => each.label)
        .join("; ") || "no fix",
    );
  const content = { ...EMPTY_CONTENT, section: { agent_handoff_rules: rules } };
  const mended = readPolicy(reduceDraft(startDraft(content), fix.action).content);
  if (!mended) throw new Error("the mended draft is a policy");
  return lint(mended);
}

const rule = (more: object = {}) => ({
  rule_id: "one",
  from_agent_id: "fraud_agent",
  to_agent_id: "severity_agent",
  ...more,
});

it.each([
  ["shadowed_rule", "Delete two", [rule(), rule({ rule_id: "two" })]],
  ["expired_rule", "Remove the end date", [rule({ expires_at: "2026-01-01T00:00:00Z" })]],
  ["duplicate_rule_id", "Rename it to fraud_agent_to_all", [rule(), rule({ to_agent_id: "*" })]],
  ["passes_nothing", "Allow all fields", [rule({ allowed_context_fields: [] })]],
  [
    "allowed_and_blocked",
    "Remove repair_time_days",
    [rule({ allowed_context_fields: ["repair_time_days"], blocked_context_fields: ["repair_time_days"] })],
  ],
  [
    "extracts_blocked",
    "Remove internal_notes",
    [
      rule({
        blocked_context_fields: ["internal_notes"],
        conversation_translation: { enabled: true, extract_fields: ["internal_notes"] },
      }),
    ],
  ],
  [
    "allowed_not_extracted",
    "Extract repair_time_days too",
    [
      rule({
        allowed_context_fields: ["repair_time_days"],
        conversation_translation: { enabled: true, extract_fields: ["internal_notes"] },
      }),
    ],
  ],
  ["unseen_field", "Use repair_time_days", [rule({ allowed_context_fields: ["repair_time_day"] })]],
  ["unseen_field", "Use internal_notes", [rule({ blocked_context_fields: ["internal_note"] })]],
  ["unseen_agent", "Use fraud_agent", [rule({ from_agent_id: "fruad_agent" })]],
  [
    "block_not_inherited",
    "Block internal_notes here too",
    [rule(), rule({ rule_id: "wide", from_agent_id: "*", blocked_context_fields: ["internal_notes"] })],
  ],
])("a fix resolves %s with the button “%s”", (code, label, rules) => {
  expect(press(rules, code, label)).toEqual([]);
});

it("a fix moves a shadowed rule before the one that covers it, which is then shadowed", () => {
  const left = press([rule(), rule({ rule_id: "two" })], "shadowed_rule", "Move it before one");
  expect(left.map(({ message }) => message)).toEqual([expect.stringContaining("`one` never applies")]);
});

it("placeOfFinding locates the rule of a finding, and returns null for the policy", () => {
  expect(
    placeOfFinding({ path: "/multi_agent_handoffs/agent_handoff_rules/12/blocked_context_fields/0" }),
  ).toEqual({
    position: 12,
    keys: ["blocked_context_fields", "0"],
  });
  expect(placeOfFinding({ path: "/multi_agent_handoffs/blocked_context_fields/0" })).toBeNull();
});
