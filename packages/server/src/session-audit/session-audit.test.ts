import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chainAuditRecord } from "../audit/audit-record";
import { renderSessionAudit, writeSessionAuditParts } from "./render-session-audit";
import { chainSessionSteps, type SessionAudit, type SessionStep } from "./session-audit";
import { SESSION_AUDIT_FINDINGS, verifySessionAudit } from "./verify-session-audit";

const HOSTILE = `<script>alert(1)</script>"'&</pre>\u202eevil\u0000\ud800&amp;${"\u2028"}`;

function buildAudit(words: readonly string[], workspaceId = "w"): SessionAudit {
  const steps = words.map(
    (subject, index): SessionStep => ({
      occurredAt: Date.UTC(2026, 0, 1) + index,
      kind: "handoff",
      agent: "a",
      subject,
      details: { before: 10, text: subject },
    }),
  );
  const records = [...chainSessionSteps(workspaceId, steps)];
  const head = records.at(-1)?.hash ?? "";
  const log = chainAuditRecord(
    {
      workspace_id: workspaceId,
      occurred_at: "2026-01-02T00:00:00.000Z",
      actor_id: "u",
      actor_name: "Ada",
      action: "session.export",
      subject: "session s",
      details: JSON.stringify({ session_id: "s", head, records: records.length }),
    },
    null,
  );
  return {
    format: "baton.session-audit",
    schema_version: 1,
    workspace_id: workspaceId,
    session_id: "s",
    title: words[0] ?? null,
    records,
    head,
    log_row: log,
  };
}

const AUDIT = buildAudit(["one", "two", HOSTILE]);
const JSON_FILE = [...writeSessionAuditParts(AUDIT)].join("");
const HTML_FILE = renderSessionAudit(AUDIT);
/** Characters with a special meaning, or invisible ones. */
const text = fc.string({
  unit: fc.constantFrom("a", "<", ">", "&", "'", '"', "\\", "\n", "\0", "\u202e", "\ud800", "😀"),
});
const codes = (text: string) => verifySessionAudit(text).findings.map(({ code }) => code);

describe("the exported audit of a session", () => {
  it("is valid as JSON and as a page, with any texts", { timeout: 30_000 }, () => {
    for (const file of [JSON_FILE, HTML_FILE]) {
      expect(verifySessionAudit(file)).toEqual({
        ok: true,
        sessionId: "s",
        recordCount: 3,
        head: AUDIT.head,
        findings: [],
      });
    }
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (words) => {
        const file = renderSessionAudit(buildAudit(words));
        expect(verifySessionAudit(file).ok).toBe(true);
        expect(file.match(/<script|[\u202a-\u202e]/g)).toBeNull();
      }),
      { numRuns: 20 },
    );
  });

  it("has one step per line as JSON, and is complete", () => {
    expect(JSON.parse(JSON_FILE)).toEqual(AUDIT);
    expect(JSON_FILE.split("\n")).toHaveLength(AUDIT.records.length + 1);
  });

  it("escapes every text", () => {
    expect(HTML_FILE).not.toContain("<script");
    expect(HTML_FILE).not.toContain("\u202e");
    expect(HTML_FILE).toContain("&lt;script&gt;");
    expect(HTML_FILE).toContain("default-src 'none'");
  });

  it("is rejected if any character was changed", () => {
    fc.assert(
      fc.property(fc.nat({ max: JSON_FILE.length - 1 }), (at) => {
        const other = JSON_FILE[at] === "7" ? "8" : "7";
        const file = JSON_FILE.slice(0, at) + other + JSON_FILE.slice(at + 1);
        // The chain does not cover the title in JSON; the first step holds it.
        const isTitle = file.replace(/"title":"[^"]*"/, "") === JSON_FILE.replace(/"title":"[^"]*"/, "");
        expect(verifySessionAudit(file).ok).toBe(isTitle);
      }),
      { numRuns: 300 },
    );
  });

  it("names the tampering: a missing step, a changed step, another log row, an edited page", () => {
    const without = { ...AUDIT, records: AUDIT.records.slice(0, 2) };
    expect(codes(JSON.stringify(without))).toEqual(["export_head_differs", "export_head_differs"]);
    const [first, ...rest] = AUDIT.records;
    const changed = { ...AUDIT, records: [{ ...first, subject: "else" }, ...rest] };
    expect(codes(JSON.stringify(changed))).toEqual(["audit_row_changed"]);
    expect(codes(JSON.stringify({ ...AUDIT, log_row: buildAudit(["x"]).log_row }))).toEqual([
      "export_head_differs",
    ]);
    expect(codes(JSON.stringify({ ...AUDIT, workspace_id: "other" }))).toEqual(["export_other_workspace"]);
    expect(codes(HTML_FILE.replace(">two<", ">three<"))).toEqual(["export_page_changed"]);
    for (const file of ["", "{}", "<html>", "no"]) expect(codes(file)).toEqual(["export_unreadable"]);
  });

  it("has only findings that docs/findings.md lists", () => {
    const page = readFileSync(new URL("../../../../docs/findings.md", import.meta.url), "utf8");
    for (const [code, { severity }] of Object.entries(SESSION_AUDIT_FINDINGS))
      expect(page).toContain(`| \`${code}\` | ${severity} |`);
  });
});
