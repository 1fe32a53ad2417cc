import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import {
  buildHandoff,
  buildQuarantinedLine,
  buildSession,
  buildSourceFile,
  buildWorkspace,
} from "../../../test/factories";
import { event } from "../../schema/index";
import { listSessionFiles } from "./session";
import { type LineCursor, searchSessionLines } from "./session-lines";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("searchSessionLines finds text in the lines of one session, in pages, with its context", async () => {
  const { db } = database;
  const workspaceId = await buildWorkspace(db);
  const sourceFileId = await buildSourceFile(db, workspaceId);
  const sessionId = await buildSession(db, { workspaceId });
  const handed = await buildHandoff(db, { workspaceId, sourceFileId, sessionId });
  const { occurredAt, generation, sequence } = handed;
  const line = {
    workspaceId,
    occurredAt,
    sourceFileId,
    generation,
    ordinal: 0,
    eventType: "note",
    sessionId,
  };
  const stored = { lineNumber: 1, byteLength: 1, sha256: "", hasContent: true };
  const texts = [`${"x".repeat(500)} 50%_Off ${"y".repeat(900)}`, "50 percent off", "a 50%_OFF b", null];
  const rows = texts.map((text, index) => ({ ...line, ...stored, sequence: sequence + index, text }));
  const elsewhere = { ...line, ...stored, sequence: 9_999, text: "50%_off", sessionId: "another" };
  await db.insert(event).values([...rows, elsewhere]);

  const found: Awaited<ReturnType<typeof searchSessionLines>>["lines"] = [];
  let cursor: LineCursor | null | undefined;
  do {
    const search = { workspaceId, sessionId, text: "50%_off", cursor: cursor ?? undefined, limit: 1 };
    const page = await searchSessionLines(db, search);
    found.push(...page.lines);
    cursor = page.nextCursor;
  } while (cursor);
  expect(found.map(({ sequence: at }) => at)).toEqual([sequence, sequence + 2]);
  expect(found[0]).toMatchObject({ handoffId: handed.eventId, isCut: { before: true, after: true } });
  expect(found[0]?.part).toMatch(/^x{159} 50%_Off y+$/);
  expect(found[1]).toMatchObject({ part: "a 50%_OFF b", isCut: { before: false, after: false } });
  const others = { workspaceId: "other", sessionId, text: "50%", limit: 9 };
  expect((await searchSessionLines(db, others)).lines).toEqual([]);
});

it("listSessionFiles returns the files of a session with their numbers of quarantined lines", async () => {
  const { db } = database;
  const workspaceId = await buildWorkspace(db);
  const [whole, broken, other] = await Promise.all([0, 1, 2].map(() => buildSourceFile(db, workspaceId)));
  if (whole === undefined || broken === undefined || other === undefined) throw new Error("three were made");
  const sessionId = await buildSession(db, { workspaceId });
  for (const sourceFileId of [whole, broken]) {
    const { occurredAt, generation, sequence } = await buildHandoff(db, {
      workspaceId,
      sourceFileId,
      sessionId,
    });
    await db.insert(event).values({
      workspaceId,
      occurredAt,
      sourceFileId,
      generation,
      sequence,
      ordinal: 1,
      eventType: "note",
      sessionId,
      lineNumber: 1,
      byteLength: 1,
      sha256: "",
      hasContent: true,
    });
  }
  for (const sourceFileId of [broken, broken, other])
    await buildQuarantinedLine(db, { workspaceId, sourceFileId });
  await buildQuarantinedLine(db, { workspaceId, sourceFileId: broken, replayedAt: new Date() });
  const files = await listSessionFiles(db, { workspaceId, sessionId, limit: 9 });
  expect(files.map(({ lines, quarantinedLines }) => [lines > 0, quarantinedLines]).sort()).toEqual([
    [true, 0],
    [true, 2],
  ]);
});
