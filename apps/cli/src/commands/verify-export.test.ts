import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chainAuditRecord } from "@baton/server/audit";
import { chainSessionSteps, renderSessionAudit, type SessionAudit } from "@baton/server/session-audit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../test/run-command";

const RECORDS = [
  ...chainSessionSteps("w", [
    { occurredAt: 0, kind: "session", agent: null, subject: "s", details: {} },
    { occurredAt: 1, kind: "handoff", agent: "a", subject: "a → b", details: { afterTokens: 5 } },
  ]),
];
const HEAD = RECORDS.at(-1)?.hash ?? "";
const AUDIT: SessionAudit = {
  format: "baton.session-audit",
  schema_version: 1,
  workspace_id: "w",
  session_id: "s",
  title: null,
  records: RECORDS,
  head: HEAD,
  log_row: chainAuditRecord(
    {
      workspace_id: "w",
      occurred_at: "2026-01-01T00:00:00.000Z",
      actor_id: null,
      actor_name: "Baton",
      action: "session.export",
      subject: "session s",
      details: JSON.stringify({ session_id: "s", head: HEAD, records: 2 }),
    },
    null,
  ),
};

describe("baton verify-export", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "baton-export-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function verify(text: string, ...options: string[]) {
    const file = join(folder, "export");
    await writeFile(file, text);
    return runCommand("verify-export", file, ...options);
  }

  it("accepts an unchanged export, as JSON and as HTML", async () => {
    for (const text of [JSON.stringify(AUDIT), renderSessionAudit(AUDIT)]) {
      const { exitCode, stdout } = await verify(text, "--json");
      expect(exitCode).toBe(0);
      expect(JSON.parse(stdout)).toEqual({ ok: true, session_id: "s", records: 2, head: HEAD, findings: [] });
    }
  });

  it("names the changed part, and exits with 1", async () => {
    const { exitCode, stdout } = await verify(JSON.stringify(AUDIT).replace("a → b", "a → c"));
    expect(exitCode).toBe(1);
    expect(stdout).toContain("changed since the export");
  });
});
