import { createApiKey } from "@baton/db";
import { contentFinding, handoff, leak, session } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRoutes } from "./create-routes";
import { PolicyChanges } from "./policy-changes";

const AT = new Date("2026-03-10T12:00:00Z");
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let changes: PolicyChanges;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  changes = new PolicyChanges(database.url, (error) => {
    throw error;
  });
  const { db } = database;
  await ensureWorkspace(db, { workspaceId: "w" });
  await ensureWorkspace(db, { workspaceId: "other" });
  const key = { workspaceId: "w", name: "test", createdBy: "test", expiresAt: null };
  ({ token } = await createApiKey(db, { ...key, scopes: ["read"] }));
  await db.execute("create table handoff_all partition of handoff default");
  for (const [index, workspaceId] of ["w", "w", "w", "other"].entries()) {
    await db.insert(session).values({
      workspaceId,
      sessionId: `s/${index}`,
      format: "session",
      startedAt: AT,
      violationCount: index % 2,
      lastEventAt: new Date(AT.getTime() + index * 1_000),
    });
  }
  await db.insert(handoff).values(
    Array.from({ length: 5 }, (_, sequence) => ({
      workspaceId: "w",
      occurredAt: AT,
      sourceFileId: 1,
      generation: 0,
      sequence,
      ordinal: 0,
      eventId: `e${sequence}`,
      sessionId: "s/0",
      kind: "context" as const,
      fromAgent: "a",
      toAgent: "b",
    })),
  );
});
afterAll(async () => {
  await changes.close();
  await database.drop();
});

async function ask(path: string) {
  const request = new Request(`http://baton/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const response = await createRoutes({ db: database.db, changes }).fetch(request);
  return { status: response.status, body: await response.json() };
}

describe("GET /api/v1/sessions", () => {
  it("returns the sessions of the API key's workspace, each once across pages", async () => {
    const first = await ask("/sessions?limit=2");
    expect(first.body.sessions.map((one: { session_id: string }) => one.session_id)).toEqual(["s/2", "s/1"]);
    const second = await ask(`/sessions?limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body.sessions).toMatchObject([{ session_id: "s/0", not_by_the_policy: 0 }]);
    expect(second.body.next_cursor).toBeNull();
  });

  it("filters by policy violations, and rejects a forged cursor", async () => {
    expect((await ask("/sessions?drift=true")).body.sessions).toMatchObject([{ session_id: "s/1" }]);
    expect((await ask("/sessions?cursor=abc")).status).toBe(400);
    expect((await ask("/sessions?limit=0")).status).toBe(400);
  });
});

describe("GET /api/v1/leaks", () => {
  it("returns the leaks of a session, a field or an agent, each once across pages", async () => {
    await database.db.insert(leak).values(
      ["SSN", "notes"].map((field, sequence) => ({
        workspaceId: "w",
        occurredAt: AT,
        sourceFileId: 1,
        generation: 0,
        sequence,
        ordinal: 0,
        name: field.toLowerCase(),
        field,
        sessionId: "s/0",
        eventId: `e${sequence}`,
        fromAgent: "a",
        toAgent: "b",
        evidence: "same_name" as const,
        tokens: 9,
        places: [{ path: `a.${field}`, tokens: 9, by: "same_name" as const }],
        blockedAt: AT,
        blockedSessionId: "s/0",
        blockedEventId: "e9",
        blockedFromAgent: "c",
        blockedCause: "mode" as const,
      })),
    );
    const first = await ask("/leaks?limit=1");
    const second = await ask(`/leaks?limit=1&cursor=${first.body.next_cursor}`);
    expect([first, second].map(({ body }) => body.leaks[0].field)).toEqual(["notes", "SSN"]);
    expect(second.body.next_cursor).toBeNull();
    expect((await ask("/leaks?field=ssn&agent=c&session=s%2F0&to=b")).body.leaks).toMatchObject([
      { event_id: "e0", field: "SSN", path: "a.SSN", paths: 1, blocked: { from_agent: "c", cause: "mode" } },
    ]);
    expect((await ask("/leaks?agent=d")).body.leaks).toEqual([]);
  });
});

describe("GET /api/v1/content-findings", () => {
  it("returns the findings of a session, an agent or a rule, each once across pages", async () => {
    await database.db.insert(contentFinding).values(
      ["mails", "numbers"].map((ruleId, number) => ({
        workspaceId: "w",
        occurredAt: AT,
        sourceFileId: 1,
        generation: 0,
        sequence: 1,
        ordinal: 0,
        number,
        sessionId: "s/0",
        eventId: number === 0 ? "e1" : null,
        fromAgent: number === 0 ? "a" : null,
        toAgent: number === 0 ? "b" : null,
        ruleId,
        detector: "email" as const,
        action: "redact" as const,
        path: "prompt",
        matchCount: 3,
        source: "observed" as const,
      })),
    );
    const first = await ask("/content-findings?limit=1");
    const second = await ask(`/content-findings?limit=1&cursor=${first.body.next_cursor}`);
    expect([first, second].map(({ body }) => body.findings[0].rule_id)).toEqual(["numbers", "mails"]);
    expect(second.body.next_cursor).toBeNull();
    expect(
      (await ask("/content-findings?rule=mails&agent=b&session=s%2F0&handoff=e1")).body.findings,
    ).toEqual([
      {
        rule_id: "mails",
        detector: "email",
        action: "redact",
        path: "prompt",
        count: 3,
        source: "observed",
        occurred_at: AT.toISOString(),
        session_id: "s/0",
        event_id: "e1",
        from_agent: "a",
        to_agent: "b",
        document: null,
      },
    ]);
    expect((await ask("/content-findings?agent=d")).body.findings).toEqual([]);
  });
});

describe("GET /api/v1/sessions/{id}/handoffs", () => {
  it("returns the handoffs of a session in order, also with equal times", async () => {
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body } = await ask(`/sessions/s%2F0/handoffs?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.handoffs.map((one: { event_id: string }) => one.event_id));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(["e0", "e1", "e2", "e3", "e4"]);
  });

  it("returns 404 for a session of another workspace", async () => {
    for (const id of ["s%2F3", "none", "%zz", ""]) {
      expect((await ask(`/sessions/${id}/handoffs`)).status, id).toBe(404);
    }
  });
});
