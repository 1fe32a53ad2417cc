import { hashAuditRecord, verifyAuditChain } from "@baton/server/audit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { listAuditChain } from "./audit";
import { recordAudit } from "./audit-write";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ada = { id: "u1", name: "Ada" };

async function readChain(workspaceId: string) {
  const rows = [];
  for await (const row of listAuditChain(database.db, { workspaceId })) rows.push(row);
  return rows;
}

describe("recordAudit", () => {
  it("chains the entries of a workspace, even with concurrent writers", async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        database.db.transaction((tx) =>
          recordAudit(tx, {
            workspaceId: index % 2 ? "team" : "other",
            actor: ada,
            action: "rollout.set",
            subject: `agent ${index}\0\ud800`,
            details: { before: null, after: { phase: "warn", text: "\0\ud800é" } },
          }),
        ),
      ),
    );
    const rows = await readChain("team");
    expect(rows.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(verifyAuditChain(rows)).toMatchObject({ ok: true, recordCount: 10 });
    expect(rows.every((row) => row.hash === hashAuditRecord(row))).toBe(true);
    expect(await readChain("other")).toHaveLength(10);
  });

  it("rolls back the entry with the change that it records", async () => {
    const undone = database.db.transaction(async (tx) => {
      await recordAudit(tx, { workspaceId: "team", actor: ada, action: "retention.set", subject: "days" });
      throw new Error("changed my mind");
    });
    await expect(undone).rejects.toThrow("changed my mind");
    expect(await readChain("team")).toHaveLength(10);
  });
});
