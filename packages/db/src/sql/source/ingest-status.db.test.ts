import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildQuarantinedLine, buildSourceFile, buildWorkspace } from "../../../test/factories";
import { source, sourceFile, sourceMinute } from "../../schema/index";
import { getQuarantineFacets, listQuarantinedLines, type QuarantineCursor } from "../quarantine/quarantine";
import { getIngestStatus, listSourceStatuses, listUnreadFiles } from "./ingest-status";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("listQuarantinedLines returns each line once across pages, also with equal times", async () => {
  const workspaceId = await buildWorkspace(database.db);
  const sourceFileId = await buildSourceFile(database.db, workspaceId);
  for (let index = 0; index < 7; index++) {
    await buildQuarantinedLine(database.db, {
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

it("listQuarantinedLines filters by reason and source, and omits replayed lines", async () => {
  const workspaceId = await buildWorkspace(database.db);
  const sourceFileId = await buildSourceFile(database.db, workspaceId);
  for (const code of ["not_json", "not_json", "schema_error"]) {
    await buildQuarantinedLine(database.db, { workspaceId, sourceFileId, code });
  }
  await buildQuarantinedLine(database.db, {
    workspaceId,
    sourceFileId,
    replayedAt: new Date(),
    replayedBy: "Ada",
  });
  const list = async (filter: Parameters<typeof listQuarantinedLines>[1]["filter"]) =>
    (await listQuarantinedLines(database.db, { workspaceId, filter, limit: 10 })).lines.length;
  expect(await list({})).toBe(3);
  expect(await list({ code: "not_json" })).toBe(2);
  expect(await list({ isReplayed: true })).toBe(1);
  expect(await list({ sourceId: -1 })).toBe(0);
  const facets = await getQuarantineFacets(database.db, { workspaceId });
  expect(facets).toMatchObject({
    codes: [
      { code: "not_json", count: 2 },
      { code: "schema_error", count: 1 },
    ],
    sources: [{ count: 3 }],
    replayedCount: 1,
  });
  expect(await list({ sourceId: facets.sources[0]?.sourceId })).toBe(3);
  expect(await getIngestStatus(database.db, { workspaceId })).toMatchObject({ quarantinedCount: 3 });
});

it("getIngestStatus returns the recent read rate of each source per minute", async () => {
  const workspaceId = await buildWorkspace(database.db);
  await buildSourceFile(database.db, workspaceId);
  const [{ sourceId } = { sourceId: 0 }] = await database.db
    .select()
    .from(source)
    .where(eq(source.workspaceId, workspaceId));
  const now = Date.UTC(2026, 2, 1, 12, 30, 20);
  const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1, 12, 30 - minutes));
  for (const [minutes, lineCount] of [
    [0, 100],
    [1, 60],
    [59, 7],
    [60, 5_000],
  ] as const) {
    await database.db
      .insert(sourceMinute)
      .values({ workspaceId, sourceId, minute: at(minutes), lineCount, byteCount: lineCount * 10 });
  }
  const [status] = await listSourceStatuses(database.db, { workspaceId, now });
  expect(status).toMatchObject({ fileCount: 1, linesPerSecond: 2, bytesPerSecond: 20 });
  expect([status?.minuteLines[0], status?.minuteLines.at(-2), status?.minuteLines.at(-1)]).toEqual([
    7, 60, 100,
  ]);
});

it("listUnreadFiles counts files and adds their sizes by tool, or by file extension", async () => {
  const workspaceId = await buildWorkspace(database.db);
  const files = [
    ["/p/a.png", null, 3],
    ["/p/b.PNG", null, 4],
    ["/p.d/LICENSE", null, 5],
    ["/p/state.vscdb", "cursor", 900],
  ] as const;
  for (const [path, format, fileSize] of files) {
    const sourceFileId = await buildSourceFile(database.db, workspaceId);
    await database.db
      .update(sourceFile)
      .set({ path, format, fileSize, state: "not_read", lastError: "why" })
      .where(eq(sourceFile.sourceFileId, sourceFileId));
  }
  await buildSourceFile(database.db, workspaceId);
  expect(await listUnreadFiles(database.db, { workspaceId, limit: 10 })).toEqual([
    { name: "cursor", reason: "why", fileCount: 1, byteCount: 900 },
    { name: "*.png", reason: "why", fileCount: 2, byteCount: 7 },
    { name: "LICENSE", reason: "why", fileCount: 1, byteCount: 5 },
  ]);
  const statuses = await listSourceStatuses(database.db, { workspaceId, now: 0 });
  expect(statuses.flatMap(({ formats }) => formats)).not.toContain("cursor");
});

it("getIngestStatus counts as behind what ingest still reads, without an unfinished last line", async () => {
  const workspaceId = await buildWorkspace(database.db);
  const sourceFileId = await buildSourceFile(database.db, workspaceId);
  await database.db
    .update(sourceFile)
    .set({ state: "reading", fileSize: 500, readOffset: 221 })
    .where(eq(sourceFile.sourceFileId, sourceFileId));
  const behind = async () => (await getIngestStatus(database.db, { workspaceId })).lagBytes;
  expect(await behind()).toBe(0);
  await database.db.update(source).set({ lagBytes: 279 }).where(eq(source.workspaceId, workspaceId));
  expect(await behind()).toBe(279);
  await database.db.update(source).set({ stoppedAt: new Date() }).where(eq(source.workspaceId, workspaceId));
  expect(await behind()).toBe(0);
});
