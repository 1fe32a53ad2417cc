import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildHandoffs, buildWorkspace } from "../../../test/factories";
import { handoffOutline } from "../../schema/index";
import { addToBlockedFields } from "./blocked-field-totals";
import { listBlockedFields } from "./savings-fields";
import { toSummed } from "./savings-write";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const START = Date.parse("2026-03-10T12:30:00Z");
const HANDOFFS = 105;
const RANGE = { start: new Date(START), end: new Date(START + 2 * 86_400_000), timeZone: "UTC" };

/** Builds one handoff per minute with a blocked field, which differs for the first five. */
async function buildBlocking(): Promise<string> {
  const { db } = database;
  const workspaceId = await buildWorkspace(db);
  const handoffs = await buildHandoffs(
    db,
    workspaceId,
    Array.from({ length: HANDOFFS }, (_, minute) => ({
      occurredAt: new Date(START + minute * 60_000),
      kind: "context" as const,
      mode: "scoped" as const,
      fromAgent: "a",
      toAgent: "b",
      ruleId: "r",
      scopingState: "scoped" as const,
      savedByBlocked: 10,
    })),
  );
  const entriesOf = (place: number) => [
    { path: place < 5 ? "a.early" : "a.late", tokens: 12, after: 2, cause: "blocked" as const },
  ];
  const outlined = handoffs.map((one, place) => {
    const { occurredAt, facts } = toSummed(one);
    return { occurredAt, facts: { ...facts, outline: entriesOf(place) } };
  });
  await addToBlockedFields(db, workspaceId, outlined);
  const rows = handoffs.map(
    ({ occurredAt, sourceFileId, generation, sequence, ordinal, eventId }, place) => ({
      workspaceId,
      occurredAt,
      sourceFileId,
      generation,
      sequence,
      ordinal,
      eventId,
      entries: entriesOf(place),
      isTruncated: false,
    }),
  );
  await db.insert(handoffOutline).values(rows);
  return workspaceId;
}

describe("listBlockedFields", () => {
  it("counts all handoffs of the range, or only the latest 100 with a filter, and returns which", async () => {
    const workspaceId = await buildBlocking();
    const scope = { workspaceId, range: RANGE };
    const late = { path: "a.late", handoffCount: 100, tokens: 1_000 };
    expect(await listBlockedFields(database.db, { ...scope, filter: {} })).toEqual({
      lookedAt: null,
      fields: [late, { path: "a.early", handoffCount: 5, tokens: 50 }],
    });
    for (const filter of [{ ruleId: "r" }, { from: "a", to: "b" }, { mode: "scoped" as const }]) {
      expect(await listBlockedFields(database.db, { ...scope, filter })).toEqual({
        lookedAt: 100,
        fields: [late],
      });
    }
  });

  it("supports a range that starts and ends within an hour, to the millisecond", async () => {
    const workspaceId = await buildBlocking();
    const range = { ...RANGE, start: new Date(START + 3 * 60_000 + 1), end: new Date(START + 94 * 60_000) };
    expect(await listBlockedFields(database.db, { workspaceId, range, filter: {} })).toMatchObject({
      fields: [
        { path: "a.late", handoffCount: 89 },
        { path: "a.early", handoffCount: 1 },
      ],
    });
  });
});
