import type { OutlineEntry } from "@baton/core";
import { expect, it } from "vitest";
import { readContent } from "../draft/draft-content";
import { readPolicy } from "../draft/read-policy";
import { previewContent, previewOutline } from "./preview";

const document = JSON.stringify({
  multi_agent_handoffs: {
    audit_all_handoffs: false,
    blocked_context_fields: ["ssn"],
    agent_handoff_rules: [
      { rule_id: "one", from_agent_id: "a", to_agent_id: "b", allowed_context_fields: ["score", "ssn"] },
    ],
  },
});
const CONTENT = { document, policySwitch: { enabled: false, observe: true } };
const CONTEXT = {
  prior_outputs: { a: { score: 1, ssn: "000-00-0000", notes: "long" }, c: { score: 2 } },
  observations: [{ ssn: "000-00-0000", seen: true }],
  original_input: { claim_id: "c" },
};
const NOW = 0;

function preview(context: string) {
  return previewContent({ kind: "preview-content", content: CONTENT, from: "a", to: "b", context, now: NOW });
}

it("the preview shows the enforced result, regardless of the switch", async () => {
  const shown = await preview(JSON.stringify(CONTEXT));
  if (!shown.ok) throw new Error(shown.finding.message);
  expect(shown.ruleId).toBe("one");
  expect(shown.scoped).toMatchObject({
    prior_outputs: { a: { score: 1 } },
    observations: [{ seen: true }],
  });
  expect(JSON.stringify(shown.scoped)).not.toContain("000-00");
  expect(shown.afterTokens).toBeLessThan(shown.beforeTokens);
});

it("the preview of an outline equals that of its content", async () => {
  const shown = await preview(JSON.stringify(CONTEXT));
  const read = readContent(CONTENT);
  const policy = read.ok ? readPolicy(read.content) : null;
  if (!shown.ok || !policy) throw new Error("both can be read");
  const outline: OutlineEntry[] = shown.outline.map(({ path, tokens }) => ({ path, tokens }));
  const replayed = previewOutline({ kind: "preview-outline", policy, from: "a", to: "b", outline, now: NOW });
  expect(replayed).toEqual(shown.outline);
  expect(replayed.filter(({ cause }) => cause === "blocked").map(({ path }) => path)).toEqual([
    "a.ssn",
    "observations[].ssn",
  ]);
});

it("the preview reports why a text is not a valid context", async () => {
  expect(await preview("{")).toMatchObject({
    ok: false,
    finding: { message: expect.stringContaining("not JSON") },
  });
  expect(await preview('{"observations":{}}')).toMatchObject({ ok: false });
  expect(await preview('{"prior_outputs":{},"prior_outputs":{}}')).toMatchObject({ ok: false });
});

it("the preview applies content rules, except those about secrets", async () => {
  const content_rules = [
    { rule_id: "mails", detector: "email", action: "redact" },
    { rule_id: "secrets", detector: "secret", action: "redact" },
  ];
  const content = { ...CONTENT, document: JSON.stringify({ multi_agent_handoffs: { content_rules } }) };
  const context = JSON.stringify({ observations: [{ to: "ann@example.com, now" }] });
  const shown = await previewContent({
    kind: "preview-content",
    content,
    from: "a",
    to: "b",
    context,
    now: NOW,
  });
  expect(shown).toMatchObject({ ok: true, scoped: { observations: [{ to: "[redacted: mails], now" }] } });
});
