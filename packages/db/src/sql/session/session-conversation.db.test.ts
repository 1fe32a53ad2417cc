import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildHandoff, buildSession, buildSourceFile, buildWorkspace } from "../../../test/factories";
import { agent, compaction, event, handoffOutline, messageUsage } from "../../schema/index";
import {
  type ConversationPlace,
  findConversationAgents,
  listConversationFacts,
  listConversationLines,
  listSessionAgents,
} from "./session-conversation";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function buildLines() {
  const { db } = database;
  const workspaceId = await buildWorkspace(db);
  const sessionId = await buildSession(db, { workspaceId });
  const sourceFileId = await buildSourceFile(db, workspaceId);
  const handed = await buildHandoff(db, { workspaceId, sourceFileId, sessionId });
  const line = (sequence: number, fields: Partial<typeof event.$inferInsert> = {}) => ({
    workspaceId,
    sessionId,
    sourceFileId,
    occurredAt: handed.occurredAt,
    generation: 0,
    sequence,
    ordinal: 0,
    eventType: "claude_code.user",
    lineNumber: 1,
    byteLength: 100,
    sha256: "",
    hasContent: true,
    text: `text ${sequence}`,
    ...fields,
  });
  const later = new Date(handed.occurredAt.getTime() + 1_000);
  await db
    .insert(event)
    .values([
      line(900_003),
      line(900_001, { hasContent: false, text: null }),
      line(900_002, { generation: 1 }),
      line(900_000, { occurredAt: later }),
      line(900_004, { duplicateOf: "1.0.0.0" }),
      line(900_005, { sessionId: "another" }),
      line(900_001, { ordinal: 1, text: null }),
    ]);
  return { db, workspaceId, sessionId, sourceFileId, handed };
}

it("listConversationLines pages through the lines of a session by time and file, in both directions", async () => {
  const { db, workspaceId, sessionId } = await buildLines();
  const read = async (
    isBackward: boolean,
    limit: number,
    maxBytes = 1_000_000,
    agentId: string | null = "*",
  ) => {
    const found: string[] = [];
    let from: ConversationPlace | null = null;
    for (let hasMore = true; hasMore; ) {
      const query = { workspaceId, sessionId, from, isBackward, agentId, limit, maxBytes };
      const page = await listConversationLines(db, query);
      found.push(page.lines.map(({ sequence, text }) => `${sequence} ${text}`).join(", "));
      const last = page.lines.at(-1);
      if (last) from = { ...last, occurredAt: last.occurredAt.getTime() };
      hasMore = page.hasMore;
    }
    return found;
  };
  const all = ["900001 null", "900003 text 900003", "900002 text 900002", "900000 text 900000"];
  expect(await read(false, 9)).toEqual([all.join(", ")]);
  expect(await read(false, 3)).toEqual([all.slice(0, 3).join(", "), all[3]]);
  expect(await read(true, 3)).toEqual([all.toReversed().slice(0, 3).join(", "), all[0]]);
  expect(await read(false, 9, 150)).toEqual([all.slice(0, 2).join(", "), all.slice(2).join(", ")]);
  const other = {
    workspaceId: "other",
    sessionId,
    agentId: null,
    from: null,
    isBackward: false,
    limit: 9,
    maxBytes: 9,
  };
  expect((await listConversationLines(db, other)).lines).toEqual([]);
});

it("listConversationFacts returns the handoffs, compactions and usage of lines, with blocked fields", async () => {
  const { db, workspaceId, sessionId, handed } = await buildLines();
  const { occurredAt, sourceFileId, generation, sequence, ordinal, eventId } = handed;
  const place = { workspaceId, sessionId, occurredAt, sourceFileId, generation, sequence };
  const entries = [
    { path: "a", tokens: 9, after: 0, cause: "blocked" as const },
    { path: "b", tokens: 9, after: 0, cause: "mode" as const },
  ];
  await db.insert(handoffOutline).values({ ...place, ordinal, eventId, entries, isTruncated: false });
  await db.insert(compaction).values({ ...place, ordinal, eventId: "c", trigger: "auto", beforeTokens: 9 });
  await db.insert(messageUsage).values({
    ...place,
    usageKey: "u",
    agent: "main",
    model: "m",
    countedAt: occurredAt,
    inputTokens: 1,
    cacheReadTokens: 2,
    outputTokens: 3,
  });
  const { handoffs, compactions, usage } = await listConversationFacts(db, {
    workspaceId,
    sessionId,
    places: [place],
  });
  expect(handoffs).toMatchObject([{ eventId, sequence, kind: "context", blockedCount: 1, leakCount: 0 }]);
  expect(compactions).toMatchObject([
    { eventId: "c", sequence, trigger: "auto", beforeTokens: 9, afterTokens: null },
  ]);
  expect(usage).toMatchObject([{ sequence, model: "m", inputTokens: 3, outputTokens: 3 }]);
  const elsewhere = [{ ...place, sequence: sequence + 1 }];
  expect(await listConversationFacts(db, { workspaceId, sessionId, places: elsewhere })).toEqual({
    handoffs: [],
    compactions: [],
    usage: [],
  });
});

it("listConversationLines returns the lines of one agent", async () => {
  const { db, workspaceId, sessionId, sourceFileId, handed } = await buildLines();
  const { occurredAt } = handed;
  await db.insert(agent).values([
    { workspaceId, sessionId, agentId: "own", isMain: true, occurredAt },
    { workspaceId, sessionId, agentId: "sub", isMain: false, occurredAt },
  ]);
  const of = (sequence: number, agentId: string) => ({
    workspaceId,
    sessionId,
    sourceFileId,
    occurredAt,
    generation: 2,
    sequence,
    ordinal: 0,
    agentId,
    eventType: "claude_code.user",
    lineNumber: 1,
    byteLength: 100,
    sha256: "",
    hasContent: true,
    text: "",
  });
  await db.insert(event).values([of(1, "sub"), of(2, "own"), of(3, "sub")]);
  const query = { workspaceId, sessionId, from: null, isBackward: false, limit: 99, maxBytes: 1e6 };
  const read = async (agentId: string | null) =>
    (await listConversationLines(db, { ...query, agentId })).lines.map(({ sequence }) => sequence);
  expect(await read("sub")).toEqual([1, 3]);
  expect(await read(null)).toEqual([900_001, 900_003, 900_002, 2, 900_000]);
  expect(await read("*")).toEqual([900_001, 900_003, 900_002, 1, 2, 3, 900_000]);
});

it("findConversationAgents finds the agents that lines name, in the session and its children", async () => {
  const { db } = database;
  const workspaceId = await buildWorkspace(db);
  const sessionId = await buildSession(db, { workspaceId });
  const childId = await buildSession(db, { workspaceId, parentSessionId: sessionId });
  const otherId = await buildSession(db, { workspaceId });
  const occurredAt = new Date();
  const row = (of: string, agentId: string, startedBy: string | null, isMain = false) => ({
    workspaceId,
    sessionId: of,
    agentId,
    startedBy,
    isMain,
    occurredAt,
  });
  await db
    .insert(agent)
    .values([
      row(sessionId, "own", null, true),
      row(sessionId, "named", null),
      row(sessionId, "other", null),
      row(childId, "child", "call-1", true),
      row(otherId, "named", "call-1", true),
    ]);
  const find = async (agentIds: string[], startedBy: string[]) => {
    const found = await findConversationAgents(db, { workspaceId, sessionId, agentIds, startedBy });
    return found.map(({ agentId }) => agentId);
  };
  expect(await find([], [])).toEqual(["own"]);
  expect(await find(["named"], ["call-1"])).toEqual(["child", "named", "own"]);
  const listed = await listSessionAgents(db, { workspaceId, sessionId });
  expect(listed.map(({ agentId }) => agentId)).toEqual(["named", "other"]);
});
