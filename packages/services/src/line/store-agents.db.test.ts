import { handoffFacts, type SessionRecord, sessionRecord, usageFacts } from "@baton/core/session";
import { ensurePartitions, listSessionHandoffs, listSessionUsage } from "@baton/db";
import { handoff, messageUsage, SPANS, session, ungovernedByPair } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { buildWorkspace } from "@baton/db/test/factories";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeLines } from "./store-lines";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  await ensurePartitions(database.db, [AT]);
});
afterAll(() => database.drop());

const AT = new Date("2026-03-10T12:00:00Z");

type Line = Partial<SessionRecord> & { sessionId: string; second?: number };

/** Stores each list of lines as its own file in its own transaction. */
async function store(files: readonly (readonly Line[])[], order: readonly number[]) {
  const workspaceId = await buildWorkspace(database.db);
  for (const index of order) {
    const lines = (files[index] ?? []).map(({ second = 0, ...fields }, sequence) => {
      const record = sessionRecord({ eventType: "test", ...fields });
      const position = { sourceFileId: index + 1, generation: 0, sequence, ordinal: 0 };
      const eventId = record.identity ?? `${index}.${sequence}`;
      const occurredAt = new Date(AT.getTime() + second * 1000);
      const resolved = { ...position, eventId, occurredAt, sessionId: fields.sessionId, record };
      const stored = {
        lineNumber: sequence + 1,
        text: null,
        byteLength: 1,
        sha256: "00",
        maskedSecretCount: 0,
      };
      return { ...stored, records: [resolved] as const };
    });
    await database.db.transaction((tx) =>
      storeLines(tx, {
        workspaceId,
        format: "claude-code",
        hasContent: false,
        lines,
        quarantined: [],
        shapes: [],
      }),
    );
  }
  const of = <T extends typeof handoff | typeof messageUsage | typeof session | typeof ungovernedByPair>(
    t: T,
  ) => eq(t.workspaceId, workspaceId);
  const { db } = database;
  return {
    workspaceId,
    handoffs: await db
      .select({
        from: handoff.fromAgent,
        fromId: handoff.fromAgentId,
        to: handoff.toAgent,
        toId: handoff.toAgentId,
      })
      .from(handoff)
      .where(of(handoff))
      .orderBy(handoff.occurredAt),
    usage: await db
      .select({
        key: messageUsage.usageKey,
        session: messageUsage.sessionId,
        agent: messageUsage.agent,
        output: messageUsage.outputTokens,
        second: sql<number>`extract(epoch from ${messageUsage.occurredAt} - ${AT.toISOString()}::timestamptz)::int`,
      })
      .from(messageUsage)
      .where(of(messageUsage))
      .orderBy(messageUsage.usageKey),
    sessions: await db
      .select({ id: session.sessionId, parent: session.parentSessionId, handoffs: session.handoffCount })
      .from(session)
      .where(of(session))
      .orderBy(session.sessionId),
    pairs: await db
      .select({
        kind: ungovernedByPair.kind,
        from: ungovernedByPair.fromAgent,
        to: ungovernedByPair.toAgent,
        count: ungovernedByPair.handoffCount,
      })
      .from(ungovernedByPair)
      .where(and(of(ungovernedByPair), eq(ungovernedByPair.span, SPANS.day)))
      .orderBy(ungovernedByPair.kind, ungovernedByPair.fromAgent),
  };
}

const call = (id: string, from: string | null, to: string) => ({
  identity: `${id}:call`,
  handoff: handoffFacts({
    kind: "delegation",
    fromAgent: from === null ? "main" : "unknown",
    fromAgentId: from,
    toAgent: to,
  }),
});
const usage = (key: string, output: number, agentId: string | null = null) => ({
  usage: usageFacts({ key, agent: agentId === null ? "main" : "unknown", agentId, outputTokens: output }),
});
const agent = (agentId: string, name: string | null, startedBy: string | null = null, isMain = false) => ({
  agents: [{ agentId, name, startedBy, isMain }],
});

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

describe("agents of a session, for every order of reading its files,", () => {
  it.each(ORDERS)(
    "have unique names, and one node each even if two have the same type: %i %i %i",
    async (...order) => {
      const found = await store(
        [
          [
            { sessionId: "s", second: 1, ...call("t1", null, "reviewer") },
            {
              sessionId: "s",
              second: 9,
              identity: "t1:return",
              handoff: handoffFacts({
                kind: "return",
                fromAgent: "unknown",
                toAgent: "main",
                answersIdentity: "t1:call",
              }),
            },
          ],
          [
            { sessionId: "s", second: 2, ...call("t2", "a1", "reviewer") },
            { sessionId: "s", second: 3, ...usage("m1", 5, "a1") },
            { sessionId: "s", second: 4, ...usage("m2", 7, "a2") },
          ],
          [
            { sessionId: "s", second: 5, ...agent("a1", "reviewer", "t1:call") },
            { sessionId: "s", second: 6, ...agent("a2", null, "t2:call") },
          ],
        ],
        order,
      );
      expect(found.handoffs).toEqual([
        { from: "main", fromId: null, to: "reviewer", toId: "a1" },
        { from: "reviewer", fromId: "a1", to: "reviewer", toId: "a2" },
        { from: "reviewer", fromId: "a1", to: "main", toId: null },
      ]);
      expect(found.usage.map((row) => row.agent)).toEqual(["reviewer", "reviewer"]);
      expect(found.pairs.filter(({ count }) => count !== 0)).toEqual([
        { kind: "delegation", from: "main", to: "reviewer", count: 1 },
        { kind: "delegation", from: "reviewer", to: "reviewer", count: 1 },
        { kind: "return", from: "reviewer", to: "main", count: 1 },
      ]);
    },
  );

  it.each(ORDERS)("link a session of their own to the agent that started it: %i %i %i", async (...order) => {
    const found = await store(
      [
        [{ sessionId: "lead", second: 1, ...call("t1", null, "unknown") }],
        [{ sessionId: "lead", second: 2, ...agent("tester@team", null, "t1:call") }],
        [{ sessionId: "member", second: 3, ...agent("tester@team", "tester", null, true) }],
      ],
      order,
    );
    expect(found.handoffs).toEqual([{ from: "main", fromId: null, to: "tester", toId: "tester@team" }]);
    expect(found.sessions).toMatchObject([
      { id: "lead", parent: null },
      { id: "member", parent: "lead" },
    ]);
  });

  it("add their calls and handoffs to the totals of the parent session", async () => {
    const { workspaceId } = await store(
      [
        [
          { sessionId: "lead", second: 1, ...call("t1", null, "tester") },
          { sessionId: "lead", second: 2, ...usage("m1", 5), ...agent("tester@team", null, "t1:call") },
        ],
        [
          {
            sessionId: "member",
            second: 90,
            ...usage("m2", 7, "tester@team"),
            ...agent("tester@team", "tester", null, true),
          },
          { sessionId: "member", second: 99, ...call("t2", "tester@team", "reader") },
        ],
      ],
      [0, 1],
    );
    const usages = async (sessionId: string) =>
      (await listSessionUsage(database.db, { workspaceId, sessionId, limit: 9 })).map((row) => [
        row.agent,
        row.outputTokens,
      ]);
    expect(await usages("lead")).toEqual([
      ["main", 5],
      ["tester", 7],
    ]);
    expect(await usages("member")).toEqual([["tester", 7]]);
    const handoffs = async (sessionId: string) =>
      (await listSessionHandoffs(database.db, { workspaceId, sessionId })).map((row) => row.toAgent);
    expect(await handoffs("lead")).toEqual(["tester", "reader"]);
    expect(await handoffs("member")).toEqual(["reader"]);
  });

  it.each([
    ["a hook, then the transcript", [0, 1]],
    ["the transcript, then a hook", [1, 0]],
    ["a hook alone", [0]],
    ["the transcript alone", [1]],
  ])("count a handoff once that is recorded by %s", async (_, order) => {
    const decision = {
      kind: "delegation" as const,
      fromAgent: "main",
      toAgent: "reviewer",
      ruleId: "no_ids",
      policyVersion: "v1",
      scopingState: "scoped" as const,
      afterTokens: 5,
      measureAfter: "counted" as const,
    };
    const known = { beforeTokens: 900, measureBefore: "provider" as const };
    const sent = { afterTokens: 8, measureAfter: "counted" as const };
    const { handoff: called } = call("t1", null, "unknown");
    const found = await store(
      [
        [{ sessionId: "s", identity: "t1:call", handoff: handoffFacts(decision) }],
        [
          { sessionId: "s", identity: "t1:call", handoff: { ...called, ...known, ...sent } },
          { sessionId: "s", second: 1, ...agent("a1", "reviewer", "t1:call") },
        ],
      ],
      order,
    );
    const [hook, transcript] = [order.includes(0), order.includes(1)];
    expect(found.sessions).toMatchObject([{ id: "s", handoffs: 1 }]);
    expect(found.pairs.filter(({ count }) => count !== 0)).toMatchObject([
      { kind: "delegation", from: "main", to: "reviewer", count: 1 },
    ]);
    const [row, ...others] = await database.db
      .select()
      .from(handoff)
      .where(eq(handoff.workspaceId, found.workspaceId));
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      toAgent: "reviewer",
      toAgentId: transcript ? "a1" : null,
      ruleId: hook ? "no_ids" : null,
      scopingState: hook ? "scoped" : null,
      beforeTokens: transcript ? 900 : null,
      afterTokens: hook ? 5 : 8,
    });
    const sizes = await database.db
      .select({ before: ungovernedByPair.beforeTokens, after: ungovernedByPair.afterTokens })
      .from(ungovernedByPair)
      .where(
        and(
          eq(ungovernedByPair.workspaceId, found.workspaceId),
          eq(ungovernedByPair.span, SPANS.day),
          eq(ungovernedByPair.handoffCount, 1),
        ),
      );
    expect(sizes).toEqual([{ before: transcript ? 900 : 0, after: hook ? 5 : 8 }]);
  });

  it("lose a delegation that failed before an agent ran, with its totals", async () => {
    const found = await store(
      [
        [{ sessionId: "s", ...call("t1", null, "nobody") }],
        [{ sessionId: "s", withdrawnHandoff: "t1:call" }],
      ],
      [0, 1],
    );
    expect(found.handoffs).toEqual([]);
    expect(found.sessions).toMatchObject([{ id: "s", handoffs: 0 }]);
    expect(found.pairs).toEqual([]);
  });
});

describe("model calls recorded in several files", () => {
  it.each(ORDERS)("count once, at the place and time of the first record: %i %i %i", async (...order) => {
    const found = await store(
      [
        [
          { sessionId: "first", second: 1, ...usage("m1", 3) },
          { sessionId: "first", second: 2, ...usage("m1", 9) },
        ],
        [{ sessionId: "copy", second: 1, ...usage("m1", 9) }],
        [{ sessionId: "first", second: 1, ...usage("m1", 9, "aside") }],
      ],
      order,
    );
    expect(found.usage).toEqual([{ key: "m1", session: "copy", agent: "main", output: 9, second: 1 }]);
  });

  it("belong to the agent that one of the records names", async () => {
    const unnamed = { ...usage("m1", 9).usage, agent: "unknown" };
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const found = await store(
        [[{ sessionId: "s", second: 1, usage: unnamed }], [{ sessionId: "s", second: 2, ...usage("m1", 9) }]],
        order,
      );
      expect(found.usage).toMatchObject([{ agent: "main", output: 9 }]);
    }
  });
});
