import { expect, it } from "vitest";
import { readFiles } from "./read-files";

const draft = { policySwitch: { enabled: true, observe: false } };

function read(rule: object, configText = "") {
  const rules = [{ rule_id: "a_to_b", from_agent_id: "a", to_agent_id: "b", ...rule }];
  const text = JSON.stringify({ policies: { multi_agent_handoffs: { agent_handoff_rules: rules } } });
  return readFiles(text, configText, { draft, now: 0 });
}

it("readFiles reports the findings of the linter", () => {
  const path = "/policies/multi_agent_handoffs/agent_handoff_rules/0";
  expect(read({ handoff_mode: "sometimes", allowed_context_fields: [] })).toMatchObject({
    ok: true,
    findings: [{ code: "unknown_handoff_mode", severity: "warning", path: `${path}/handoff_mode` }],
  });
  expect(read({ handoff_mode: "scoped", allowed_context_fields: [] }).findings).toMatchObject([
    { code: "passes_nothing", path: `${path}/allowed_context_fields` },
  ]);
  expect(read({ handoff_mode: "scoped" }).findings).toEqual([]);
});

it("readFiles uses the switch of the other file if given, and rejects invalid files", () => {
  const config = JSON.stringify({ multi_agent_handoffs: { enabled: false } });
  expect(read({}, config)).toMatchObject({ content: { policySwitch: { enabled: false } } });
  expect(read({})).toMatchObject({ content: draft });
  expect(read({}, "{").ok).toBe(false);
  expect(readFiles("{", "", { draft, now: 0 })).toMatchObject({
    ok: false,
    findings: [{ severity: "error" }],
  });
});
