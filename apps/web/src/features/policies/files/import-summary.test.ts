import { parsePolicy } from "@baton/core";
import { expect, it } from "vitest";
import { summarizeImport } from "./import-summary";
import { readDocument } from "./read-document";

const rule = (id: string, more: object = {}) => ({
  rule_id: id,
  from_agent_id: id,
  to_agent_id: "b",
  ...more,
});

function read(rules: object[]) {
  const parsed = parsePolicy({ multi_agent_handoffs: { agent_handoff_rules: rules } });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  return parsed.policy;
}

it("summarizeImport puts every rule of both policies in one list", () => {
  const before = read([rule("kept"), rule("edited"), rule("gone")]);
  const after = read([rule("added"), rule("edited", { handoff_mode: "full" }), rule("kept")]);
  const summary = summarizeImport(before, after);
  const ids = Object.entries(summary).map(([kind, changes]) => [kind, changes.map(({ ruleId }) => ruleId)]);
  expect(Object.fromEntries(ids)).toEqual({
    added: ["added"],
    changed: ["edited"],
    removed: ["gone"],
    kept: ["kept"],
  });
});

it("readDocument keeps JSON as it is, converts YAML, and names the line of an error", () => {
  expect(readDocument('{ "a": 1 }')).toEqual({ ok: true, json: '{ "a": 1 }', isYaml: false });
  expect(readDocument("# ours\na:\n  - 1\n")).toMatchObject({
    ok: true,
    json: '{\n  "a": [\n    1\n  ]\n}\n',
    isYaml: true,
  });
  expect(readDocument("{")).toMatchObject({ ok: true, json: "{" });
  expect(readDocument("a: 1\na: 2\n")).toMatchObject({
    ok: false,
    findings: [{ code: "not_yaml", message: expect.stringContaining("line 2") }],
  });
  expect(readDocument("only text")).toMatchObject({ ok: false });
});
