import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildSession, buildSourceFile, buildWorkspace } from "../../../test/factories";
import { event } from "../../schema/index";
import { ensurePartitions } from "../database/partition";
import { listSearchedWords, searchContent } from "./search-content";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let workspaceId: string;
let sourceFileId: number;
let sequence = 0;

async function storeLine(sessionId: string, day: string, line: object) {
  sequence += 1;
  const occurredAt = new Date(`${day}T12:00:00Z`);
  await ensurePartitions(database.db, [occurredAt]);
  const text = JSON.stringify(line);
  await database.db.insert(event).values({
    workspaceId,
    occurredAt,
    sourceFileId,
    sequence,
    sessionId,
    text,
    lineNumber: sequence,
    generation: 0,
    ordinal: 0,
    eventType: "note",
    byteLength: text.length,
    sha256: "00",
    hasContent: true,
  });
}

const search = async (text: string, limit = 10) => {
  const { sessions } = await searchContent(database.db, { workspaceId, search: text, limit });
  return sessions.map(({ sessionId }) => sessionId);
};

beforeAll(async () => {
  database = await createTestDatabase();
  workspaceId = await buildWorkspace(database.db);
  sourceFileId = await buildSourceFile(database.db, workspaceId);
  for (const sessionId of ["january", "march", "odd"])
    await buildSession(database.db, { workspaceId, sessionId });
  await storeLine("january", "2026-01-05", { prompt: "Check the claim\nDeductible applies" });
  await storeLine("march", "2026-03-05", { field: "severity.internal_notes", file: "src/claims/handler.ts" });
  await storeLine("march", "2026-03-06", {
    result: "The claim was paid",
    tag: "<reminder>hidden</reminder>",
  });
  await storeLine("odd", "2026-03-07", { text: "Überweisung nach München, 100 %" });
});
afterAll(() => database.drop());

describe("searchContent", () => {
  it("finds words by their prefix after an escape, in names and in tags", async () => {
    expect(await search("deductib")).toEqual(["january"]);
    expect(await search("internal_notes")).toEqual(["march"]);
    expect(await search("severity.internal_notes")).toEqual(["march"]);
    expect(await search("handler")).toEqual(["march"]);
    expect(await search("reminder hidden")).toEqual(["march"]);
    expect(await search("Überweisung München")).toEqual(["odd"]);
  });

  it("understands phrases and exclusions, and lists the newest match first", async () => {
    expect(await search("claim")).toEqual(["march", "january"]);
    expect(await search('"claim was paid"')).toEqual(["march"]);
    expect(await search("claim -paid")).toEqual(["january"]);
    expect(await search("claim", 1)).toEqual(["march"]);
  });

  it("returns the newest matching line with the number of matching lines", async () => {
    const { sessions, hasMore } = await searchContent(database.db, {
      workspaceId,
      search: "claims or paid",
      limit: 9,
    });
    const [march] = sessions;
    expect(hasMore).toBe(false);
    expect(march).toMatchObject({ sessionId: "march", lineCount: 2, lineNumber: 3, isCutBefore: false });
    expect(march?.excerpt).toContain("The claim was paid");
  });

  it.each(["", "%", "'", '"', "-", "a\u0000b", "|&!():*", "\ud800"])("accepts any text: %j", async (text) => {
    expect(await search(text)).toEqual([]);
  });

  it("does not find lines of other workspaces", async () => {
    const found = await searchContent(database.db, { workspaceId: "other", search: "claim", limit: 9 });
    expect(found).toEqual({ sessions: [], isCut: false, hasMore: false, coldUntil: null });
  });
});

describe("listSearchedWords", () => {
  it("returns the words that a match contains, longest first", () => {
    expect(listSearchedWords('"The claim" or internal_notes -draft')).toEqual([
      "internal",
      "claim",
      "notes",
      "the",
    ]);
  });
});
