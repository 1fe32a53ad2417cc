import { handoffFacts, sessionRecord } from "@baton/core/session";
import { createTestDatabase } from "@baton/db/test";
import { buildWorkspace } from "@baton/db/test/factories";
import { upsertErasure } from "@baton/db/write";
import { afterAll, beforeAll, expect, it } from "vitest";
import { excludeErased } from "./exclude-erased";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const AT = new Date("2026-03-10T12:00:00Z");

it("a return whose identity PostgreSQL cannot store as text is looked up too if an agent was erased", async () => {
  const workspaceId = await buildWorkspace(database.db);
  await upsertErasure(database.db, { workspaceId, kind: "agent", id: "gone", requestedBy: "u1" });
  const position = { sourceFileId: 1, generation: 0, sequence: 0, ordinal: 0 };
  const agents = { fromAgent: "unknown", toAgent: "main", answersIdentity: "\0:call" };
  const record = sessionRecord({ eventType: "return", handoff: handoffFacts({ kind: "return", ...agents }) });
  const line = {
    lineNumber: 1,
    text: null,
    byteLength: 1,
    sha256: "00",
    maskedSecretCount: 0,
    records: [{ ...position, eventId: "e", occurredAt: AT, sessionId: "s", record }] as const,
  };
  const batch = { workspaceId, format: "claude-code", hasContent: true, lines: [line] };
  const { droppedCount } = await database.db.transaction((tx) => excludeErased(tx, batch));
  expect(droppedCount).toBe(1);
});
