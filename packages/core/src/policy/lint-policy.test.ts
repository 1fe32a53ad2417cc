import { describe, expect, it } from "vitest";
import { lint, NOW, PAST } from "../../test/lint-rules";
import { lintPolicy } from "./lint-policy";
import { parsePolicy } from "./parse-policy";
import { SAMPLE_POLICY } from "./sample-policy";

describe("lintPolicy", () => {
  it("finds nothing in the sample policy", () => {
    const parsed = parsePolicy(SAMPLE_POLICY);
    expect(parsed.ok && lintPolicy(parsed.policy, { now: NOW })).toEqual([]);
  });

  it("starts paths with that of the section, and returns only warnings", () => {
    const sectionPath = "/policies/multi_agent_handoffs";
    const findings = lint([["r", "a", "b", { allowed_context_fields: [] }]], { options: { sectionPath } });
    expect(findings).toEqual([
      {
        code: "passes_nothing",
        severity: "warning",
        path: "/policies/multi_agent_handoffs/agent_handoff_rules/0/allowed_context_fields",
        message: "`r` passes no fields of the sender's output, because its allowed list is empty",
        hint: 'Name the fields that may pass, or remove the list to pass all fields. Some other tools read an empty list as "all".',
      },
    ]);
  });

  it("returns its findings sorted by path", () => {
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
