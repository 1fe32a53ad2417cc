import type { OutlineEntry } from "@baton/core";
import { createApiKey } from "@baton/db";
import { handoff, handoffOutline, messageUsage, session } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { OutlinePage, unpackOutlines } from "@baton/server/replay";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRoutes } from "./create-routes";
import { PolicyChanges } from "./policy-changes";

const AT = new Date("2026-03-10T12:00:00Z");
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let changes: PolicyChanges;
let token: string;

const ENTRIES: OutlineEntry[] = [
  { path: "a.score", tokens: 3 },
  { path: "a.ssn", tokens: 9, after: 0, cause: "blocked" },
];

beforeAll(async () => {
  database = await createTestDatabase();
  changes = new PolicyChanges(database.url, (error) => {
    throw error;
  });
  const { db } = database;
  await ensureWorkspace(db, { workspaceId: "w" });
  const key = { workspaceId: "w", name: "test", createdBy: "test", expiresAt: null };
  ({ token } = await createApiKey(db, { ...key, scopes: ["read"] }));
  for (const table of ["handoff", "handoff_outline"]) {
    await db.execute(`create table ${table}_all partition of ${table} default`);
  }
  const times = { startedAt: AT, lastEventAt: AT };
  await db.insert(session).values({ workspaceId: "w", sessionId: "s", format: "session", ...times });
  const place = { workspaceId: "w", occurredAt: AT, sourceFileId: 1, generation: 0, sequence: 1, ordinal: 0 };
  const sizes = { beforeTokens: 12, afterTokens: 3, savedTokens: 9, summarizerTokens: 2 };
  const agents = { fromAgent: "a", toAgent: "b" };
  const handed = { ...place, ...sizes, ...agents, eventId: "e1", sessionId: "s", ruleId: "r" };
  await db.insert(handoff).values({ ...handed, kind: "context", scopingState: "scoped", auditNote: "noted" });
  await db
    .insert(handoffOutline)
    .values({ ...place, eventId: "e1", entries: ENTRIES, isTruncated: false, agents: ["a"] });
  const now = new Date();
  const call = { sourceFileId: 1, generation: 0, sequence: 1, inputTokens: 5, outputTokens: 2 };
  const counted = { usageKey: "1", sessionId: "s", agent: "a", model: "m", occurredAt: now, countedAt: now };
  await db.insert(messageUsage).values({ workspaceId: "w", ...call, ...counted });
});
afterAll(async () => {
  await changes.close();
  await database.drop();
});

async function ask(path: string) {
  const headers = { authorization: `Bearer ${token}` };
  const request = new Request(`http://baton/api/v1${path}`, { headers });
  const response = await createRoutes({ db: database.db, changes }).fetch(request);
  return { status: response.status, body: await response.json() };
}

describe("GET /api/v1/sessions/{id}/handoffs/{event}", () => {
  it("lists what was removed before what passed, with the note", async () => {
    expect((await ask("/sessions/s/handoffs/e1")).body).toMatchObject({
      event_id: "e1",
      rule_id: "r",
      saved_tokens: 7,
      note: "noted",
      explanation: null,
      fields: [
        { path: "a.ssn", before_tokens: 9, after_tokens: 0, cause: "blocked" },
        { path: "a.score", before_tokens: 3, after_tokens: 3, cause: null },
      ],
      fields_total: 2,
    });
    expect((await ask("/sessions/s/handoffs/none")).body).toMatchObject({ code: "no_such_handoff" });
    expect((await ask("/sessions/none/handoffs/e1")).status).toBe(404);
  });
});

describe("GET /api/v1/sessions/{id}/agents/{agent}", () => {
  it("lists what the agent received and what was withheld from it", async () => {
    expect((await ask("/sessions/s/agents/b")).body).toMatchObject({
      wrote: [],
      received: [{ path: "a.score", senders: ["a"], event_id: "e1", is_in_summary: false }],
      withheld: [{ path: "a.ssn", cause: "blocked" }],
      totals: { wrote: 0, received: 1, withheld: 1 },
      handoffs: 1,
      handoffs_without_fields: 0,
    });
    expect((await ask("/sessions/none/agents/b")).body).toMatchObject({ code: "no_such_session" });
  });
});

describe("GET /api/v1/sessions/{id}/field", () => {
  it("traces a field to its holders", async () => {
    const { body } = await ask("/sessions/s/field?path=ssn");
    expect(body).toMatchObject({ steps: [{ path: "a.ssn", cause: "blocked", after_tokens: 0, leak: null }] });
    expect(body.holders).toContainEqual(
      expect.objectContaining({ agent: "b", possession: "no", has_leaked: false }),
    );
    expect((await ask("/sessions/s/field")).status).toBe(400);
  });
});

it("GET /api/v1/fields lists the traffic of a field by pair", async () => {
  await database.db.execute(
    `insert into field_by_pair (workspace_id, start, flow, path, name, from_agent, to_agent, rule_id, outcome, handoff_count, before_tokens, after_tokens)
     values ('w', date_trunc('day', now()), '1', 'a.ssn', 'ssn', 'a', 'b', '', 'blocked', 4, 36, 0)`,
  );
  expect((await ask("/fields?field=ssn")).body).toMatchObject({
    fields: [
      { path: "a.ssn", from_agent: "a", to_agent: "b", rule_id: null, outcome: "blocked", handoffs: 4 },
    ],
    has_more: false,
  });
  expect((await ask("/fields?field=ssn&agent=c")).body).toMatchObject({ fields: [] });
});

it("GET /api/v1/usage adds up the calls of models by group", async () => {
  const row = { agent: "a", model: "m", calls: 1, input_tokens: 5, output_tokens: 2 };
  expect((await ask("/usage?by=agent")).body).toMatchObject({ usage: [row], has_more: false });
  expect((await ask("/usage?by=color")).status).toBe(400);
});

it("GET /api/v1/handoff-outlines sends packed paths and sizes of past handoffs", async () => {
  const { body } = await ask("/handoff-outlines?range=2026-03-10..2026-03-10");
  expect(body).toMatchObject({ total: 1, next_cursor: null });
  expect([...unpackOutlines(OutlinePage.parse(body.page))]).toMatchObject([
    {
      fromAgent: "a",
      toAgent: "b",
      beforeTokens: 12,
      sessionId: "s",
      outline: [
        { path: "a.score", tokens: 3 },
        { path: "a.ssn", tokens: 9 },
      ],
    },
  ]);
  expect((await ask("/handoff-outlines?range=2026-03-11..2026-03-11")).body).toMatchObject({ total: 0 });
});
