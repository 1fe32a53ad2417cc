import { type ContextHandoffEvent, compilePolicy, parsePolicy, scopeContext } from "@baton/core";
import { readSessionEvent, type SessionRecord } from "@baton/core/session";
import { cpuMilliseconds } from "@baton/core/test/cpu-time";
import { ensurePartitions } from "@baton/db";
import { handoff, session } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { buildSourceFile, buildWorkspace } from "@baton/db/test/factories";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeLines } from "../line/store-lines";
import { checkWaitingHandoffs } from "./check-waiting-handoffs";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const NOW = Date.UTC(2026, 2, 10, 12);
const DOCUMENT = {
  multi_agent_handoffs: {
    blocked_context_fields: ["ssn"],
    agent_handoff_rules: [
      { rule_id: "r", from_agent_id: "a", to_agent_id: "b", allowed_context_fields: ["x"] },
    ],
  },
};
const parsed = parsePolicy(DOCUMENT);
if (!parsed.ok) throw new Error("the policy is well formed");
const POLICY = compilePolicy(parsed);
const SEEN = {
  event_type: "policy_seen",
  session_id: "s",
  timestamp: new Date(NOW).toISOString(),
  policy_version: POLICY.version,
  policy: POLICY.section,
  switch: POLICY.switch,
};

/** Returns a handoff event as core writes it. */
function ownEvent(id: string): ContextHandoffEvent {
  const { event } = scopeContext(POLICY, {
    from: "a",
    to: "b",
    now: NOW,
    sessionId: "s",
    newId: () => id,
    context: {
      prior_outputs: { a: { x: 1, y: 2, ssn: "3" }, b: { z: 4 } },
      observations: [],
      original_input: null,
    },
  });
  if (!event) throw new Error("an enforced handoff has an event");
  return event;
}

/** Returns the event of a runtime that passed a blocked field. */
function leakyEvent(id: string): ContextHandoffEvent {
  const event = ownEvent(id);
  const outline = event.outline?.map((entry) =>
    entry.path === "a.ssn" ? { path: entry.path, tokens: entry.tokens } : entry,
  );
  return { ...event, outline };
}

async function ingest(workspaceId: string, events: readonly object[]): Promise<void> {
  const sourceFileId = await buildSourceFile(database.db, workspaceId);
  const occurredAt = new Date(NOW);
  await ensurePartitions(database.db, [occurredAt]);
  const lines = events.map((event, sequence) => {
    const read = readSessionEvent(event);
    if (!read.ok) throw new Error(read.problem.message);
    const record: SessionRecord = read.record;
    const text = JSON.stringify(event);
    const eventId = record.identity ?? `${sequence}`;
    const position = { sourceFileId, generation: 0, sequence, ordinal: 0 };
    const resolved = { ...position, eventId, occurredAt, sessionId: "s", record };
    return {
      lineNumber: sequence + 1,
      text,
      byteLength: text.length,
      sha256: "00",
      maskedSecretCount: 0,
      records: [resolved] as const,
    };
  });
  await database.db.transaction((tx) =>
    storeLines(tx, { workspaceId, format: "session", hasContent: true, lines, quarantined: [], shapes: [] }),
  );
}

const checked = (workspaceId: string) =>
  database.db
    .select({ eventId: handoff.eventId, enforcement: handoff.enforcement, violation: handoff.violation })
    .from(handoff)
    .where(eq(handoff.workspaceId, workspaceId))
    .orderBy(handoff.eventId);

async function violationsOfSession(workspaceId: string): Promise<number | undefined> {
  const [row] = await database.db
    .select({ violationCount: session.violationCount })
    .from(session)
    .where(and(eq(session.workspaceId, workspaceId), eq(session.sessionId, "s")));
  return row?.violationCount;
}

describe("policy violations", () => {
  it("are checked with a few large policies at a time, and with none that is too large to be published", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const announce = (version: number, length: number) => {
      const policy_version = `${version}`.padStart(64, "0");
      const policy = { ...POLICY.section, description: "x".repeat(length) };
      return [
        { ...SEEN, policy_version, policy },
        { ...ownEvent(`${version}`), policy_version },
      ];
    };
    const large = [0, 1, 2, 3, 4, 5].flatMap((version) => announce(version, 1_900_000));
    await ingest(workspaceId, [...announce(6, 2_100_000), ...large]);
    const verdicts = async () => (await checked(workspaceId)).map(({ enforcement }) => enforcement);
    expect((await verdicts()).filter((verdict) => verdict === null).length).toBeGreaterThan(0);
    while ((await checkWaitingHandoffs(database.db, { limit: 100 })) > 0);
    expect(await verdicts()).toEqual([...Array.from({ length: 6 }, () => "followed"), "unknown"]);
  });

  it("are not checked with a policy whose patterns could match one path at ten thousand positions", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const patterns = Array.from({ length: 2 ** 14 }, (_, number) =>
      [...number.toString(2).padStart(14, "0")].map((digit) => (digit === "0" ? "k" : "*")).join("."),
    );
    const policy_version = "d".repeat(64);
    const seen = { ...SEEN, policy_version, policy: { ...POLICY.section, blocked_context_fields: patterns } };
    const outline = Array.from({ length: 500 }, (_, index) => ({
      path: `a.${"k.".repeat(13)}${index}`,
      tokens: 1,
    }));
    const start = cpuMilliseconds();
    await ingest(workspaceId, [seen, { ...ownEvent("1"), policy_version, outline }]);
    expect(cpuMilliseconds() - start).toBeLessThan(3_000);
    expect(await checked(workspaceId)).toEqual([{ eventId: "1", enforcement: "unknown", violation: null }]);
  });

  it("are found on import, even if the policy is in the same batch, and mark the session", async () => {
    const workspaceId = await buildWorkspace(database.db);
    await ingest(workspaceId, [SEEN, ownEvent("1"), leakyEvent("2")]);
    expect(await checked(workspaceId)).toMatchObject([
      { eventId: "1", enforcement: "followed", violation: null },
      {
        eventId: "2",
        enforcement: "differs",
        violation: { letThrough: [{ path: "a.ssn", expected: "not_allowed" }] },
      },
    ]);
    expect(await violationsOfSession(workspaceId)).toBe(1);
  });

  it("stay unknown until their policy is reported", async () => {
    const workspaceId = await buildWorkspace(database.db);
    await ingest(workspaceId, [ownEvent("1"), leakyEvent("2"), { ...ownEvent("3"), policy_version: null }]);
    expect((await checked(workspaceId)).map((row) => row.enforcement)).toEqual([null, null, "unknown"]);
    expect(await checkWaitingHandoffs(database.db, { limit: 100 })).toBe(0);
    await ingest(workspaceId, [SEEN]);
    // Runs one batch at a time, so it continues after an interruption.
    expect(await checkWaitingHandoffs(database.db, { limit: 1 })).toBe(1);
    expect(await checkWaitingHandoffs(database.db, { limit: 1 })).toBe(1);
    expect(await checkWaitingHandoffs(database.db, { limit: 1 })).toBe(0);
    expect((await checked(workspaceId)).map((row) => row.enforcement)).toEqual([
      "followed",
      "differs",
      "unknown",
    ]);
    expect(await violationsOfSession(workspaceId)).toBe(1);
  });

  it("are found later by one process at a time, and counted once", async () => {
    const workspaceId = await buildWorkspace(database.db);
    await ingest(workspaceId, [SEEN, ...["1", "2", "3", "4"].map(leakyEvent)]);
    await database.db.update(handoff).set({ enforcement: null, violation: null });
    await database.db.update(session).set({ violationCount: 0 });
    while (
      (await Promise.all([1, 1, 1].map((limit) => checkWaitingHandoffs(database.db, { limit })))).some(
        Boolean,
      )
    );
    expect(await violationsOfSession(workspaceId)).toBe(4);
  });
});
