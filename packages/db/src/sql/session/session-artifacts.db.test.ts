import { SCORE_POINTS } from "@baton/core/handoff-document";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildManifest, buildSession, buildSourceFile, buildWorkspace } from "../../../test/factories";
import { artifactRead, event, handoffDocument, manifestHandoff, sourceFile } from "../../schema/index";
import { ensurePartitions } from "../database/partition";
import {
  listSessionDocuments,
  listSessionErrors,
  listSessionManifests,
  listSessionReads,
  listSessionTasks,
} from "./session-artifacts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const AT = new Date("2026-03-10T12:00:00Z");
const later = (minutes: number) => new Date(AT.getTime() + minutes * 60_000);

/** Creates a session of one hour, whose file is in `/p/sessions`. */
async function setUp() {
  const { db } = database;
  const workspaceId = await buildWorkspace(db);
  const sourceFileId = await buildSourceFile(db, workspaceId);
  await db.update(sourceFile).set({ path: `/p/sessions/${workspaceId}.jsonl` });
  const sessionId = await buildSession(db, { workspaceId, startedAt: AT, lastEventAt: later(60) });
  await ensurePartitions(db, [AT]);
  let sequence = 0;
  const place = (minutes: number) => {
    sequence += 1;
    const position = { sourceFileId, generation: 0, sequence, ordinal: 0 };
    return { workspaceId, sessionId, occurredAt: later(minutes), ...position };
  };
  await db.insert(event).values({
    ...place(1),
    eventType: "agent_error",
    isError: true,
    identity: "e",
    text: "{}",
    hasContent: true,
    lineNumber: 1,
    byteLength: 2,
    sha256: "00",
  });
  return { db, key: { workspaceId, sessionId, workflowId: null }, place };
}

function buildDocument(workspaceId: string, path: string, writtenAt: Date) {
  return database.db.insert(handoffDocument).values({
    workspaceId,
    documentId: path,
    sourceFileId: 1,
    path,
    projectRoot: "/p",
    taskFolder: "/p/specs/1",
    score: 80,
    findings: [],
    errorCount: 0,
    warningCount: 0,
    tokens: 10,
    lineCount: 3,
    sectionsFound: [],
    points: SCORE_POINTS,
    stalenessReasons: [],
    writtenAt,
    sha256: "00",
  });
}

describe("artifacts of a session", () => {
  it("include manifests by the path in its events, files read, and failures", async () => {
    const { db, key, place } = await setUp();
    const { workspaceId } = key;
    const manifestId = await buildManifest(db, { workspaceId, path: "/p/artifacts/a/x/manifest.json" });
    const handed = { fromAgent: "a", toAgent: "b" };
    await db.insert(manifestHandoff).values([
      {
        ...place(2),
        ...handed,
        eventId: "m1",
        artifacts: ["artifacts/a/x/manifest.json", "artifacts/a/none"],
      },
      { ...place(3), ...handed, eventId: "m2", artifacts: ["artifacts/a/x/"] },
    ]);
    await db.insert(artifactRead).values({
      ...place(4),
      eventId: "r",
      agent: "b",
      path: "artifacts/a/x/y.md",
      tokens: 7,
      reason: "detail",
    });
    const manifests = await listSessionManifests(db, key);
    expect(manifests.map((one) => [one.artifact, one.manifestId])).toEqual([
      ["artifacts/a/x/manifest.json", manifestId],
      ["artifacts/a/none", null],
      ["artifacts/a/x/", manifestId],
    ]);
    expect(await listSessionReads(db, key)).toMatchObject([{ path: "artifacts/a/x/y.md", tokens: 7 }]);
    expect(await listSessionErrors(db, key, { maxBytes: 1_000_000 })).toMatchObject([
      { eventType: "agent_error", identity: "e" },
    ]);
    expect(await listSessionTasks(db, key)).toEqual([]);
  });

  it("has the line of an error that is a further record of it", async () => {
    const { db, key, place } = await setUp();
    const line = { ...place(2), hasContent: true, lineNumber: 2, byteLength: 2, sha256: "00" };
    await db.insert(event).values([
      { ...line, eventType: "claude_code.user", text: '{"error":"died"}' },
      { ...line, eventType: "claude_code.return", ordinal: 1, isError: true },
    ]);
    const [, error] = await listSessionErrors(db, key, { maxBytes: 1_000_000 });
    expect(error).toMatchObject({ eventType: "claude_code.return", text: '{"error":"died"}' });
  });

  it("include handoff documents that it read, or that were written next to it while it ran", async () => {
    const { db, key, place } = await setUp();
    const { workspaceId } = key;
    await buildDocument(workspaceId, "/p/specs/1/handoffs/during.md", later(5));
    await buildDocument(workspaceId, "/p/specs/1/handoffs/before.md", later(-5));
    await buildDocument(workspaceId, "/p/specs/1/handoffs/read.md", later(-50));
    await buildDocument(workspaceId, "/q/specs/1/handoffs/elsewhere.md", later(5));
    await db
      .insert(artifactRead)
      .values({ ...place(4), eventId: "r", path: "specs/1/handoffs/read.md", tokens: 7, reason: "handoff" });
    const documents = await listSessionDocuments(db, key);
    expect(documents.map(({ path }) => path)).toEqual([
      "/p/specs/1/handoffs/read.md",
      "/p/specs/1/handoffs/during.md",
    ]);
  });
});
