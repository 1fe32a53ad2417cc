import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildSession, buildSourceFile, buildWorkspace } from "../../../test/factories";
import { compaction, event, handoff, handoffOutline } from "../../schema/index";
import { ensurePartitions } from "../database/partition";
import { getHandoff } from "../handoff/handoff";
import { listHandoffPage } from "../handoff/handoff-page";
import { listShownCompactions } from "./session";
import { listSessionErrors } from "./session-artifacts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const AT = new Date("2026-03-10T12:00:00Z");
const MEGABYTE = "x".repeat(1_000_000);

async function setUp() {
  const { db } = database;
  const workspaceId = await buildWorkspace(db);
  const sourceFileId = await buildSourceFile(db, workspaceId);
  const sessionId = await buildSession(db, { workspaceId, startedAt: AT, lastEventAt: AT });
  await ensurePartitions(db, [AT]);
  const place = (sequence: number) => ({
    workspaceId,
    sessionId,
    occurredAt: AT,
    sourceFileId,
    generation: 0,
    sequence,
    ordinal: 0,
  });
  return { db, key: { workspaceId, sessionId }, place };
}

describe("a session page shows", () => {
  it("all compactions, with at most half a million characters of their summaries", async () => {
    const { db, key, place } = await setUp();
    const names = Array.from({ length: 100 }, (_, index) => `${index} ${"n".repeat(190)}`);
    await db.insert(compaction).values(
      Array.from({ length: 20 }, (_, index) => ({
        ...place(index),
        eventId: `c${String(index).padStart(2, "0")}`,
        preserved: names,
        summary: index === 3 ? null : MEGABYTE,
        loss: { commands: { total: 9, kept: 0, gone: [MEGABYTE] } },
      })),
    );
    const shown = await listShownCompactions(db, key);
    expect(shown.map(({ summary, summaryLength }) => [summary?.length ?? null, summaryLength])).toEqual([
      ...Array(3).fill([50_000, 1_000_000]),
      [null, 0],
      ...Array(7).fill([50_000, 1_000_000]),
      ...Array(9).fill([null, 1_000_000]),
    ]);
    expect(shown[0]).toMatchObject({ eventId: "c00", preserved: names.slice(0, 20), preservedCount: 100 });
    expect(JSON.stringify(shown).length).toBeLessThan(700_000);
  });

  it("all errors, with at most two megabytes of their lines", async () => {
    const { db, key, place } = await setUp();
    const text = (bytes: number) => JSON.stringify({ error: "x".repeat(bytes - 12) });
    await db.insert(event).values(
      Array.from({ length: 51 }, (_, index) => ({
        ...place(index),
        eventType: "agent_error",
        isError: true,
        // The last line repeats another.
        duplicateOf: index === 50 ? "e" : null,
        text: text(index === 1 ? 70_000 : 65_536),
        hasContent: true,
        lineNumber: index,
        byteLength: 2,
        sha256: "00",
      })),
    );
    const errors = await listSessionErrors(db, key, { maxBytes: 2 * 1024 * 1024 });
    expect(errors.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 50 }, (_, index) => index));
    expect(errors.flatMap((error) => (error.text === null ? [] : error.sequence))).toEqual(
      Array.from({ length: 33 }, (_, index) => index).filter((index) => index !== 1),
    );
  });
});

it("listHandoffPage omits notes, which can have any length", async () => {
  const { db, key, place } = await setUp();
  await db.insert(handoff).values({
    ...place(1),
    eventId: "h",
    kind: "context",
    fromAgent: "a",
    toAgent: "b",
    auditNote: MEGABYTE,
    translationStrategies: [MEGABYTE],
  });
  const page = await listHandoffPage(db, { ...key, limit: 9 });
  expect(page.handoffs).toMatchObject([{ eventId: "h", fromAgent: "a" }]);
  expect(JSON.stringify(page).length).toBeLessThan(2_000);
});

it("a handoff page returns only the shown part of a long note and translation", async () => {
  const { db, key, place } = await setUp();
  await db.insert(handoff).values({
    ...place(1),
    eventId: "h",
    kind: "context",
    fromAgent: "a",
    toAgent: "b",
    auditNote: MEGABYTE,
    contextSha256: MEGABYTE,
    translationStrategies: ["filter", ...Array(500).fill(MEGABYTE.slice(0, 9_000))],
  });
  const { sessionId: _, ...position } = place(1);
  const entry = { path: "a.x", tokens: 3, after: 0, cause: "mode" as const };
  await db.insert(handoffOutline).values({
    ...position,
    eventId: "h",
    entries: [{ ...entry, more: MEGABYTE }],
    isTruncated: false,
  });
  const found = await getHandoff(db, { ...key, eventId: "h" });
  expect(found?.outline?.entries).toEqual([entry]);
  expect(found?.handoff.translationStrategies).toHaveLength(50);
  expect(found?.handoff).toMatchObject({
    fromAgent: "a",
    translationStrategies: expect.arrayContaining(["filter"]),
  });
  expect(JSON.stringify(found).length).toBeLessThan(25_000);
});
