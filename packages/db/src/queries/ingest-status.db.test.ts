import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database";
import { makeQuarantinedLine, makeSourceFile, makeWorkspace } from "../../test/factories";
import { getIngestStatus, listQuarantinedLines, type QuarantineCursor } from "./ingest-status";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("pages through the quarantine once each, also where times are equal", async () => {
  const workspaceId = await makeWorkspace(database.db);
  const sourceFileId = await makeSourceFile(database.db, workspaceId);
  for (let index = 0; index < 7; index++) {
    await makeQuarantinedLine(database.db, {
      workspaceId,
      sourceFileId,
      quarantinedAt: new Date(Date.UTC(2026, 2, 1 + (index % 2))),
    });
  }
  const seen: number[] = [];
  let cursor: QuarantineCursor | undefined;
  do {
    const page = await listQuarantinedLines(database.db, { workspaceId, cursor, limit: 3 });
    seen.push(...page.lines.map((line) => line.sequence));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toHaveLength(7);
  expect(new Set(seen).size).toBe(7);
  expect(await getIngestStatus(database.db, { workspaceId })).toMatchObject({
    fileCount: 1,
    quarantinedCount: 7,
    lagBytes: 0,
  });
});
