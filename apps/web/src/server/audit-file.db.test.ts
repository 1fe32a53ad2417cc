import { type AuditFilter, listAuditChain, listAuditPage } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { recordAudit } from "@baton/db/write";
import { AuditRecord, verifyAuditChain } from "@baton/server/audit";
import { type AuditFormat, exportAuditLog } from "@baton/services/audit/export-audit-log";
import { afterAll, beforeAll, expect, it } from "vitest";
import { streamCsv, toAuditFile } from "./audit-file";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const workspaceId = "team";
const FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"];

/** Returns the cells that a spreadsheet would evaluate. */
const findFormulas = (csv: string) =>
  csv.split(/,|\r\n/).filter((cell) => /^[=+\-@\t\r＝]./.test(cell.replace(/^"/, "")));

it("exportAuditLog writes CSV without formulas, and JSON with all entries for verification", async () => {
  const { db } = database;
  for (const subject of FORMULAS) {
    const actor = { id: "u1", name: subject };
    await db.transaction((tx) => recordAudit(tx, { workspaceId, actor, action: "key.create", subject }));
  }
  const actor = { id: "u2", name: "Ada" };
  await db.transaction((tx) =>
    recordAudit(tx, { workspaceId, actor, action: "key.revoke", subject: 'a "b", c' }),
  );

  const download = async (format: AuditFormat, filter: AuditFilter) => {
    const request = { workspaceId, actor, format, filter, named: {} };
    const file = toAuditFile(await exportAuditLog(db, request), { workspaceId, format });
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer());
  };
  const csv = await download("csv", { action: "key.create" });
  const [head, ...lines] = csv.trimEnd().split("\r\n");
  expect(head).toBe("\uFEFFsequence,occurred_at,actor_name,actor_id,action,subject,details,hash");
  expect(lines).toHaveLength(FORMULAS.length);
  expect(findFormulas(csv)).toEqual([]);
  // Without escaping, two columns of each row would be formulas.
  expect(findFormulas(FORMULAS.map((each) => `1,"${each}","${each}"`).join("\r\n"))).toHaveLength(
    2 * FORMULAS.length,
  );

  const jsonLines = await download("jsonl", { actor: "nobody" });
  const records = jsonLines
    .trimEnd()
    .split("\n")
    .map((line) => AuditRecord.parse(JSON.parse(line)));
  expect(verifyAuditChain(records)).toMatchObject({ ok: true, recordCount: FORMULAS.length + 3 });
});

it("exportAuditLog aborts the file if the entries cannot be read", async () => {
  const { db } = database;
  await db.execute("alter table audit_log rename to audit_log_away");
  try {
    const file = toAuditFile(listAuditChain(db, { workspaceId }), { workspaceId, format: "csv" });
    await expect(file.text()).rejects.toThrow("Failed query");
  } finally {
    await db.execute("alter table audit_log_away rename to audit_log");
  }
});

it("streamCsv stops reading when the client stops", async () => {
  let isEnded = false;
  async function* listForever() {
    try {
      for (;;) yield* await listAuditPage(database.db, { workspaceId, after: 0 });
    } finally {
      isEnded = true;
    }
  }
  const reader = streamCsv(listForever()).getReader();
  expect((await reader.read()).done).toBe(false);
  await reader.cancel();
  await expect.poll(() => isEnded).toBe(true);
});
