import { AuditRecord, verifyAuditChain } from "@baton/core";
import { createTestDatabase } from "@baton/db/test";
import { recordAudit } from "@baton/db/write";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exportAuditLog } from "./audit-export";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const workspaceId = "team";
const FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"];

it("gives rows for a spreadsheet, none of them a formula, and all rows for whoever verifies them", async () => {
  const { db } = database;
  for (const subject of FORMULAS) {
    const actor = { id: "u1", name: subject };
    await db.transaction((tx) => recordAudit(tx, { workspaceId, actor, action: "key.create", subject }));
  }
  const actor = { id: "u2", name: "Ada" };
  await db.transaction((tx) =>
    recordAudit(tx, { workspaceId, actor, action: "key.revoke", subject: 'a "b", c' }),
  );

  const csv = await exportAuditLog(db, {
    workspaceId,
    format: "csv",
    filter: { action: "key.create" },
  }).text();
  const [head, ...lines] = csv.trimEnd().split("\r\n");
  expect(head).toBe("sequence,occurred_at,actor_name,actor_id,action,subject,details,hash");
  expect(lines).toHaveLength(FORMULAS.length);
  for (const cell of csv.split(/[,\n]/)) expect(cell.replace(/^"/, "")).not.toMatch(/^[=+\-@\t\r＝]./);

  const jsonLines = await exportAuditLog(db, {
    workspaceId,
    format: "jsonl",
    filter: { actor: "nobody" },
  }).text();
  const records = jsonLines
    .trimEnd()
    .split("\n")
    .map((line) => AuditRecord.parse(JSON.parse(line)));
  expect(verifyAuditChain(records)).toMatchObject({ ok: true, recordCount: FORMULAS.length + 1 });
});
