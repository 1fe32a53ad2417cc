import { describe, expect, it } from "vitest";
import { exportPolicy, exportSwitch, importPolicy, importSwitch } from "./import-export";
import { ENFORCED } from "./switch-setting";

const FILE = `{
    "version" : "1.0",
    "_comment": "kept",
    "policies": { "budget": {"limit": 1.50, "big": 12345678901234567890},
        "multi_agent_handoffs": {
            "_why": "ask the claims team",
            "description": "d\\u00e9",
            "agent_handoff_rules": [
                { "rule_id": "x",  "from_agent_id": "a", "to_agent_id": "b", "_note": {"by": "me"} },
                { "rule_id": "y", "from_agent_id": "a", "to_agent_id": "*",
                  "blocked_context_fields": ["ssn",  "notes"], "conversation_translation": {"_t": 1, "enabled": true} }
            ]
        }
    }
}
`;

const x = { rule_id: "x", from_agent_id: "a", to_agent_id: "b" };
const y = {
  rule_id: "y",
  from_agent_id: "a",
  to_agent_id: "*",
  blocked_context_fields: ["ssn", "notes"],
  conversation_translation: { enabled: true },
};

const exported = (text: string, section: Record<string, unknown>) => {
  const result = exportPolicy(text, section);
  if (!result.ok) throw new Error(JSON.stringify(result.findings));
  return result.text;
};

describe("importPolicy", () => {
  it("parses the text of a document", () => {
    const imported = importPolicy(FILE);
    expect(imported.ok && imported.sectionPath).toBe("/policies/multi_agent_handoffs");
    expect(imported.ok && imported.policy.agent_handoff_rules.map(({ rule_id }) => rule_id)).toEqual([
      "x",
      "y",
    ]);
    expect(imported.ok && imported.switch).toEqual(ENFORCED);
    const observing = importPolicy(FILE, { enabled: true, observe: true });
    expect(observing.ok && observing.switch.observe).toBe(true);
  });

  it.each([
    ["{", ["not_json "]],
    ['{"multi_agent_handoffs": {}, "multi_agent_handoffs": {}}', ["duplicate_key /multi_agent_handoffs"]],
    ["{}", ["section_missing "]],
    ["[]", ["malformed_policy "]],
  ])("rejects %s", (text, refusal) => {
    const imported = importPolicy(text);
    expect(imported.ok).toBe(false);
    expect(imported.findings.map(({ code, path }) => `${code} ${path}`)).toEqual(refusal);
  });
});

describe("exportPolicy", () => {
  it("returns the same bytes if nothing changed", () => {
    const imported = importPolicy(FILE);
    if (!imported.ok) throw new Error("it was not read");
    expect(exported(FILE, imported.section)).toBe(FILE);
  });

  it("keeps comments that the section lacks, byte for byte", () => {
    expect(exported(FILE, { description: "d\u00e9", agent_handoff_rules: [x, y] })).toBe(FILE);
  });

  it("changes only what changed", () => {
    const changed = { ...y, blocked_context_fields: ["ssn"] };
    expect(exported(FILE, { description: "d\u00e9", agent_handoff_rules: [x, changed] })).toBe(
      FILE.replace('["ssn",  "notes"]', '["ssn"]'),
    );
  });

  it("moves the comments of a rule with the rule", () => {
    const text = exported(FILE, { description: "d\u00e9", agent_handoff_rules: [y, x] });
    expect(text).toContain('"to_agent_id": "b", "_note": {"by": "me"} }\n            ]');
    expect(importPolicy(text)).toMatchObject({
      section: { agent_handoff_rules: [{ rule_id: "y" }, { rule_id: "x", _note: { by: "me" } }] },
    });
  });

  it("removes a rule with its comments, and uses a new comment", () => {
    const text = exported(FILE, { _why: "new", agent_handoff_rules: [y] });
    expect(text).not.toContain("_note");
    expect(importPolicy(text)).toMatchObject({
      section: { _why: "new", agent_handoff_rules: [{ rule_id: "y" }] },
    });
  });

  it("does not confuse rules without an ID", () => {
    const before =
      '{"multi_agent_handoffs": {"agent_handoff_rules": [{"from_agent_id": "a", "to_agent_id": "b", "_note": 1}]}}';
    const text = exported(before, { agent_handoff_rules: [{ from_agent_id: "c", to_agent_id: "d" }] });
    expect(text).toBe(
      '{"multi_agent_handoffs": {"agent_handoff_rules": [{"from_agent_id": "c", "to_agent_id": "d"}]}}',
    );
  });

  it("adds a missing section under policies if that exists, otherwise at the top", () => {
    expect(exported('{"policies": {"x": 1}}', { description: "d" })).toBe(
      '{"policies": {"x": 1, "multi_agent_handoffs": {"description":"d"}}}',
    );
    expect(exported('{"x": 1}', { description: "d" })).toBe(
      '{"x": 1, "multi_agent_handoffs": {"description":"d"}}',
    );
    expect(exported('{"policies": {}, "multi_agent_handoffs": {}}', { description: "d" })).toBe(
      '{"policies": {}, "multi_agent_handoffs": {"description": "d"}}',
    );
    expect(exported('{"policies": {}, "multi_agent_handoffs": null}', { description: "d" })).toBe(
      '{"policies": {"multi_agent_handoffs": {"description":"d"}}, "multi_agent_handoffs": null}',
    );
  });

  it("creates a new document", () => {
    expect(exported("", { description: "d" })).toBe(
      '{\n  "multi_agent_handoffs": {\n    "description": "d"\n  }\n}\n',
    );
  });

  it("rejects a text that is not a JSON object", () => {
    expect(exportPolicy("{", {})).toMatchObject({ ok: false, findings: [{ code: "not_json" }] });
    expect(exportPolicy("[]", {})).toEqual({
      ok: false,
      findings: [
        {
          code: "malformed_policy",
          severity: "error",
          path: "",
          message: "the document is JSON but not an object",
          hint: "Export to another file, or correct this one.",
        },
      ],
    });
  });
});

describe("importSwitch, exportSwitch", () => {
  const CONFIG = '{"other": {"n": 1.0},\n "multi_agent_handoffs": {"enabled": false, "_description": "off"}}';

  it("parses the text of a configuration", () => {
    expect(importSwitch(CONFIG)).toEqual({ ok: true, switch: { enabled: false, observe: false } });
    expect(importSwitch("{")).toMatchObject({ ok: false, findings: [{ code: "not_json" }] });
  });

  it.each([
    [CONFIG, { enabled: false, observe: false }, CONFIG],
    [CONFIG, { enabled: true, observe: false }, CONFIG.replace('"enabled": false', '"enabled": true')],
    [CONFIG, { enabled: false, observe: true }, CONFIG.replace('"off"}', '"off", "observe": true}')],
    ['{"a": 1}', { enabled: false, observe: false }, '{"a": 1}'],
    ['{"a": 1}', { enabled: true, observe: false }, '{"a": 1, "multi_agent_handoffs": {"enabled":true}}'],
    [
      '{"multi_agent_handoffs": {"observe": true}}',
      { enabled: true, observe: false },
      '{"multi_agent_handoffs": {"observe": false, "enabled": true}}',
    ],
    [
      "",
      { enabled: true, observe: true },
      '{\n  "multi_agent_handoffs": {\n    "enabled": true,\n    "observe": true\n  }\n}\n',
    ],
    ["", { enabled: false, observe: false }, "{}\n"],
  ])("writes into %j the switch %j", (text, policySwitch, revised) => {
    expect(exportSwitch(text, policySwitch)).toEqual({ ok: true, text: revised });
  });

  it("rejects a configuration with an invalid switch", () => {
    expect(exportSwitch("{", ENFORCED)).toMatchObject({ ok: false, findings: [{ code: "not_json" }] });
    expect(exportSwitch('{"multi_agent_handoffs": 1}', ENFORCED)).toMatchObject({
      ok: false,
      findings: [{ code: "malformed_switch" }],
    });
  });
});
