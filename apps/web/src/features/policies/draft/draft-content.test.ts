import { ENFORCED } from "@baton/core";
import { expect, it } from "vitest";
import { EMPTY_CONTENT, isSameContent, readContent, storeContent } from "./draft-content";
import { reduceDraft, startDraft } from "./draft-state";

/**
 * A document as users write it: the section under `policies`, comments, another section, and its own white
 * space.
 */
const DOCUMENT = `{
  "_description": "kept by hand",
  "policies": {
    "cost_limits": { "daily":  5.0 },
    "multi_agent_handoffs": {
        "_note": "see the wiki",
        "agent_handoff_rules": [
          { "rule_id": "one", "_why": "audit", "from_agent_id": "a", "to_agent_id": "b" }
        ] }
  }
}
`;

function read(document: string) {
  const parsed = readContent({ document, policySwitch: ENFORCED });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  return parsed.content;
}

it("storeContent returns an unchanged document byte for byte", () => {
  expect(storeContent(read(DOCUMENT)).document).toBe(DOCUMENT);
});

it("storeContent keeps all unchanged bytes after an edit, and all bytes after an undo", () => {
  const start = startDraft(read(DOCUMENT));
  const edited = reduceDraft(start, {
    type: "change-rule",
    position: 0,
    changes: { blocked_context_fields: ["ssn"] },
  });
  const { document } = storeContent(edited.content);
  expect(document).toContain('"cost_limits": { "daily":  5.0 }');
  expect(document).toContain('"_why": "audit"');
  expect(document).toContain("blocked_context_fields");
  expect(isSameContent(edited.content, start.content)).toBe(false);
  const undone = reduceDraft(edited, { type: "undo" });
  expect(storeContent(undone.content).document).toBe(DOCUMENT);
});

it("readContent rejects an invalid policy with the reason", () => {
  const refused = readContent({ document: '{ "multi_agent_handoffs": 1 }', policySwitch: ENFORCED });
  expect(refused).toMatchObject({ ok: false, findings: [{ severity: "error" }] });
});

it("storeContent writes a policy into an empty document", () => {
  expect(JSON.parse(storeContent(EMPTY_CONTENT).document)).toEqual({
    multi_agent_handoffs: { agent_handoff_rules: [] },
  });
});

it("isSameContent distinguishes different switches with the same rules", () => {
  const content = read(DOCUMENT);
  expect(isSameContent(content, { ...content, policySwitch: { enabled: true, observe: true } })).toBe(false);
  expect(isSameContent(content, read(DOCUMENT))).toBe(true);
});
