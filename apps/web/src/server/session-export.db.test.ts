import { verifySessionAudit } from "@baton/core/session-audit";
import { listAuditRecords } from "@baton/db";
import { handoff, session, sourceFile, workspace } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exportSession } from "./session-export";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("gives a file that is verified offline, and whose end stands in the audit log", async () => {
  const { db } = database;
  const workspaceId = "team";
  const at = new Date();
  await db.insert(workspace).values({ workspaceId, name: workspaceId });
  await db.insert(session).values({
    ...{ workspaceId, sessionId: "s/1", format: "session", title: "<b>Claim</b>" },
    ...{ startedAt: at, lastEventAt: at },
  });
  await db.execute("create table handoff_all partition of handoff default");
  await db.insert(sourceFile).values({ workspaceId, sourceId: 1, path: "/s.jsonl" });
  await db.insert(handoff).values({
    ...{ workspaceId, occurredAt: at, sourceFileId: 1, generation: 0, sequence: 0, ordinal: 0, eventId: "e" },
    ...{ sessionId: "s/1", kind: "context", fromAgent: "a", toAgent: "b", policyVersion: "ab".repeat(32) },
  });
  const actor = { id: "u1", name: "Ada" };
  for (const format of ["json", "html"] as const) {
    const file = await exportSession(db, { workspaceId, sessionId: "s/1", actor, format });
    expect(file?.headers.get("content-disposition")).toBe(`attachment; filename="session-s_1.${format}"`);
    const verdict = verifySessionAudit((await file?.text()) ?? "");
    expect(verdict).toMatchObject({ ok: true, sessionId: "s/1", recordCount: 3, findings: [] });
    const [row] = (await listAuditRecords(db, { workspaceId, limit: 1 })).records;
    expect(row).toMatchObject({ action: "session.export", actor_name: "Ada" });
    expect(row?.details).toContain(verdict.head);
  }
  expect(await exportSession(db, { workspaceId, sessionId: "none", actor, format: "json" })).toBeNull();
});
