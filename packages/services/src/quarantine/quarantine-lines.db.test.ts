import { listDroppedLines } from "@baton/db";
import { quarantinedLine } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { buildSourceFile, buildWorkspace } from "@baton/db/test/factories";
import { upsertErasure } from "@baton/db/write";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { quarantineLines } from "./quarantine-lines";

let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("the quarantine stores no line that names an erased agent or session, in any encoding, but counts it", async () => {
  const { db } = database;
  const workspaceId = await buildWorkspace(db);
  const sourceFileId = await buildSourceFile(db, workspaceId);
  for (const id of ["anna/5", ":"])
    await upsertErasure(db, { workspaceId, kind: "agent", id, requestedBy: "Ada" });
  await upsertErasure(db, { workspaceId, kind: "session", id: "session-5", requestedBy: "Ada" });
  const texts = [
    '{"x":"anna/5"',
    '{"x":"\\u0061nna\\/5"',
    '{"session_id":"session-5"',
    `{"note":"${"long".repeat(200)}","x":"anna/5"`,
    '{" {"x":"anna/5"',
    '{"x":"hanna/5"',
    null,
  ];
  const lines = texts.map((text, sequence) => ({
    workspaceId,
    sourceFileId,
    generation: 0,
    sequence,
    lineNumber: sequence + 1,
    code: "not_json",
    reason: "it is not JSON",
    text,
    byteLength: 9,
    sha256: "00",
  }));
  await db.transaction((tx) => quarantineLines(tx, lines));
  const kept = await db.select().from(quarantinedLine).where(eq(quarantinedLine.workspaceId, workspaceId));
  expect(kept.map(({ sequence }) => sequence).sort()).toEqual([5, 6]);
  expect(await listDroppedLines(db, { workspaceId, sourceFileId, generation: 0 })).toEqual([
    { cause: "erased", firstSequence: 0, lastSequence: 4, lineCount: 5 },
  ]);
});
