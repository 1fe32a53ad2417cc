import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildHandoff, buildSession, buildSourceFile, buildWorkspace } from "../../../test/factories";
import { compaction } from "../../schema/index";
import { addToSavings, toSummed } from "../savings/savings-write";
import { getSessionFacets } from "./session-facets";
import { countSessions, listSessions, type SessionCursor, type SessionListQuery } from "./session-list";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function listIds(query: Pick<SessionListQuery, "workspaceId"> & Partial<SessionListQuery>) {
  const page = await listSessions(database.db, { sort: "recent", filter: {}, limit: 50, ...query });
  return page.sessions.map((session) => session.sessionId);
}

describe("listSessions", () => {
  it("returns every session once across pages, in every order, also with equal values", async () => {
    const workspaceId = await buildWorkspace(database.db);
    for (let index = 0; index < 23; index++) {
      await buildSession(database.db, {
        workspaceId,
        savedTokens: index % 3,
        handoffCount: index % 2,
        lastEventAt: new Date(Date.UTC(2026, 2, 1 + (index % 4))),
      });
    }
    for (const sort of ["recent", "saved", "handoffs"] as const) {
      const seen: string[] = [];
      let cursor: SessionCursor | null | undefined;
      do {
        const page = await listSessions(database.db, {
          workspaceId,
          sort,
          filter: {},
          limit: 5,
          cursor: cursor ?? undefined,
        });
        seen.push(...page.sessions.map((session) => session.sessionId));
        cursor = page.nextCursor;
      } while (cursor);
      expect(seen).toHaveLength(23);
      expect(new Set(seen).size).toBe(23);
    }
  });

  it("accepts a forged cursor", async () => {
    const workspaceId = await buildWorkspace(database.db);
    await buildSession(database.db, { workspaceId, savedTokens: 1 });
    for (const sort of ["recent", "saved", "handoffs"] as const) {
      const cursor = { value: 1.5, sessionId: "z" };
      const { sessions } = await listSessions(database.db, {
        workspaceId,
        sort,
        filter: {},
        limit: 5,
        cursor,
      });
      expect(sessions).toHaveLength(sort === "recent" ? 0 : 1);
    }
  });

  it("finds words in titles and compaction summaries, the last word by its prefix, and parts of agent names", async () => {
    const { db } = database;
    const workspaceId = await buildWorkspace(db);
    const sourceFileId = await buildSourceFile(db, workspaceId);
    const titled = await buildSession(db, { workspaceId, title: "Kitchen fire in Bungay" });
    const compacted = await buildSession(db, { workspaceId, title: "other" });
    const handed = await buildSession(db, { workspaceId, title: "third" });
    await db.insert(compaction).values({
      workspaceId,
      eventId: "c",
      occurredAt: new Date("2026-03-10T12:00:00Z"),
      sessionId: compacted,
      sourceFileId,
      generation: 0,
      sequence: 1,
      ordinal: 0,
      summary: "The retry limit was raised to five.",
    });
    const fields = { workspaceId, sourceFileId, sessionId: handed, toAgent: "builder-1" };
    await addToSavings(db, workspaceId, [toSummed(await buildHandoff(db, fields))]);
    expect(await listIds({ workspaceId, search: "fire kitchen" })).toEqual([titled]);
    expect(await listIds({ workspaceId, search: "bungay kit" })).toEqual([titled]);
    expect(await listIds({ workspaceId, search: "retry raised" })).toEqual([compacted]);
    expect(await listIds({ workspaceId, search: "BUILDER" })).toEqual([handed]);
    for (const search of ["!!!", "'", ":*", "a & | (", "\\", "%", '"']) {
      expect(await listIds({ workspaceId, search }), search).toEqual([]);
    }
  });

  it("filters by sessions with a policy violation", async () => {
    const workspaceId = await buildWorkspace(database.db);
    await buildSession(database.db, { workspaceId });
    const violating = await buildSession(database.db, { workspaceId, violationCount: 1 });
    expect(await listIds({ workspaceId, hasViolation: true })).toEqual([violating]);
  });

  it("never returns sessions of another workspace", async () => {
    const mine = await buildWorkspace(database.db);
    const other = await buildWorkspace(database.db);
    await buildSession(database.db, { workspaceId: other });
    expect(await listIds({ workspaceId: mine })).toEqual([]);
  });

  it("searches titles, IDs and workflows literally", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const claim = await buildSession(database.db, { workspaceId, title: "Claim 50% settled" });
    const oauth = await buildSession(database.db, { workspaceId, workflowId: "oauth_2" });
    expect(await listIds({ workspaceId, search: "50% SETTLED" })).toEqual([claim]);
    expect(await listIds({ workspaceId, search: "oauth_2" })).toEqual([oauth]);
    expect(await listIds({ workspaceId, search: "o_uth" })).toEqual([]);
    expect(await listIds({ workspaceId, search: claim })).toEqual([claim]);
  });

  it("filters by the handoffs of a session", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const sourceFileId = await buildSourceFile(database.db, workspaceId);
    const ruled = await buildSession(database.db, { workspaceId });
    const unruled = await buildSession(database.db, { workspaceId });
    const delegating = await buildSession(database.db, { workspaceId });
    const common = { workspaceId, sourceFileId };
    await buildHandoff(database.db, { ...common, sessionId: ruled, ruleId: "r1" });
    await buildHandoff(database.db, {
      ...common,
      sessionId: unruled,
      ruleId: null,
      toAgent: "severity_agent",
    });
    await buildHandoff(database.db, {
      ...common,
      sessionId: delegating,
      ruleId: null,
      kind: "delegation",
      fromAgent: "main",
      mode: null,
    });
    expect(await listIds({ workspaceId, filter: { ruleId: "r1" } })).toEqual([ruled]);
    expect(await listIds({ workspaceId, filter: { ruleId: "" } })).toEqual([unruled]);
    expect(await listIds({ workspaceId, filter: { agent: "severity_agent" } })).toEqual([unruled]);
    expect(await listIds({ workspaceId, filter: { from: "main" } })).toEqual([delegating]);
    const later = { start: new Date("2026-03-11T00:00:00Z"), end: new Date("2026-03-12T00:00:00Z") };
    expect(await listIds({ workspaceId, filter: { ruleId: "r1" }, ...later })).toEqual([]);
  });
});

it("facets count what a list filtered by them has", async () => {
  const workspaceId = await buildWorkspace(database.db);
  const sessions = [
    { format: "claude-code", projectFolder: "/a", workflowId: "w", errorCount: 1 },
    { format: "claude-code", projectFolder: "/b", workflowId: null, errorCount: 0 },
    { format: "codex", projectFolder: "/a", workflowId: "w", errorCount: 0 },
  ];
  for (const each of sessions) await buildSession(database.db, { workspaceId, ...each });
  const facets = await getSessionFacets(database.db, { workspaceId });
  expect(facets).toEqual({
    formats: [
      { name: "claude-code", count: 2 },
      { name: "codex", count: 1 },
    ],
    projects: [
      { name: "/a", count: 2 },
      { name: "/b", count: 1 },
    ],
    workflows: [{ name: "w", count: 2 }],
    rules: [],
    agents: [],
    kinds: [],
    errors: 1,
    violations: 0,
    leaks: 0,
  });
  const count = (filter: Partial<SessionListQuery>) =>
    countSessions(database.db, { workspaceId, filter: {}, limit: 10, ...filter });
  expect(await count({ format: "claude-code" })).toBe(2);
  expect(await count({ project: "/a" })).toBe(2);
  expect(await count({ filter: { workflow: "w" } })).toBe(2);
  expect(await count({ hasErrors: true })).toBe(1);
  expect(await count({ limit: 2 })).toBe(2);
});

it("listSessions finds sessions with a kind of handoff", async () => {
  const workspaceId = await buildWorkspace(database.db);
  const sessionId = await buildSession(database.db, { workspaceId });
  await buildSession(database.db, { workspaceId });
  const sourceFileId = await buildSourceFile(database.db, workspaceId);
  await buildHandoff(database.db, { workspaceId, sourceFileId, sessionId, kind: "delegation" });
  expect(await listIds({ workspaceId, kind: "delegation" })).toEqual([sessionId]);
  expect(await listIds({ workspaceId, kind: "context" })).toEqual([]);
});
