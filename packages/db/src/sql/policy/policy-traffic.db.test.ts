import { handoffFacts } from "@baton/core/session";
import { packOutlines, unpackOutlines } from "@baton/server/replay";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildHandoff, buildSourceFile, buildWorkspace } from "../../../test/factories";
import { addTotals } from "../../../test/totals";
import { handoffOutline } from "../../schema/index";
import { addToFields } from "../field/field-totals";
import {
  countReplayHandoffs,
  listObservedAgents,
  listObservedFields,
  listObservedPairs,
  listRecentHandoffs,
  listReplayHandoffs,
  type ReplayCursor,
} from "./policy-traffic";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let workspaceId: string;
const span = { start: new Date("2026-03-10T00:00:00Z"), end: new Date("2026-03-11T00:00:00Z") };

async function handOver(fields: Partial<Parameters<typeof buildHandoff>[1]> & { sourceFileId: number }) {
  const { sourceFileId, ...others } = fields;
  const made = await buildHandoff(database.db, { workspaceId, sourceFileId, sessionId: "s", ...others });
  const { occurredAt, generation, sequence, ordinal, eventId } = made;
  await database.db.insert(handoffOutline).values({
    workspaceId,
    occurredAt,
    sourceFileId,
    generation,
    sequence,
    ordinal,
    eventId,
    isTruncated: false,
    entries: [
      { path: "a.x", tokens: 4, after: 0, cause: "blocked" },
      { path: "a.y", tokens: sequence },
    ],
  });
}

beforeAll(async () => {
  database = await createTestDatabase();
  workspaceId = await buildWorkspace(database.db);
  const sourceFileId = await buildSourceFile(database.db, workspaceId);
  for (let count = 0; count < 5; count += 1) await handOver({ sourceFileId, fromAgent: "a", toAgent: "b" });
  await handOver({ sourceFileId, fromAgent: "c", toAgent: "b", scopingState: "observed" });
  await handOver({ sourceFileId, kind: "delegation" });
  await handOver({ sourceFileId, occurredAt: span.end });
  await buildHandoff(database.db, {
    workspaceId,
    sourceFileId,
    fromAgent: "c",
    toAgent: "d",
    sessionId: null,
  });
  const sums = { at: span.start, ruleId: "r1", beforeTokens: 500, savedTokens: 300 };
  await addTotals(database.db, workspaceId, [
    { ...sums, handoffCount: 5 },
    { ...sums, fromAgent: "c", observedCount: 1, savedTokens: 0 },
  ]);
});
afterAll(() => database.drop());

describe("observed traffic", () => {
  it("contains pairs and agents, including observe-only handoffs, busiest first", async () => {
    expect(await listObservedPairs(database.db, { workspaceId })).toEqual([
      {
        from: "a",
        to: "b",
        handoffs: 5,
        beforeTokens: 500,
        savedTokens: 300,
        summarizerTokens: 0,
        lastSeenAt: span.start,
      },
      {
        from: "c",
        to: "b",
        handoffs: 1,
        beforeTokens: 500,
        savedTokens: 0,
        summarizerTokens: 0,
        lastSeenAt: span.start,
      },
    ]);
    const later = { start: span.end, end: new Date("2026-03-12T00:00:00Z") };
    expect(await listObservedPairs(database.db, { workspaceId, span: later })).toEqual([]);
    expect(await listObservedAgents(database.db, { workspaceId })).toEqual([
      { agent: "b", handoffs: 6 },
      { agent: "a", handoffs: 5 },
      { agent: "c", handoffs: 1 },
    ]);
  });

  it("contains fields with their number of handoffs, optionally for one pair of agents", async () => {
    expect(await listObservedFields(database.db, { workspaceId, from: "c" })).toMatchObject([
      { path: "a.x", handoffs: 1, tokens: 4 },
      { path: "a.y", handoffs: 1 },
    ]);
  });

  it("contains every field of many agents, because lint reports fields outside of the list", async () => {
    const fleet = "fleet";
    const outline = (agent: number) =>
      ["claim_id", "score", "summary"].map((name) => ({ path: `agent_${agent}.${name}`, tokens: 4 }));
    const at = { occurredAt: span.start };
    const pair = { kind: "context", fromAgent: "a", toAgent: "b" } as const;
    await addToFields(
      database.db,
      fleet,
      Array.from({ length: 1_000 }, (_, agent) => ({
        ...at,
        facts: handoffFacts({ ...pair, outline: outline(agent) }),
      })),
    );
    const fields = await listObservedFields(database.db, { workspaceId: fleet });
    expect(fields).toHaveLength(3_000);
    expect(fields[0]).toMatchObject({ handoffs: 1, tokens: 4 });
  });

  it("contains recent handoffs for a preview", async () => {
    const recent = await listRecentHandoffs(database.db, { workspaceId, from: "c", limit: 5 });
    expect(recent).toMatchObject([{ fromAgent: "c", toAgent: "b", sessionId: "s" }]);
  });
});

describe("listReplayHandoffs", () => {
  it("returns every handoff of a period once, in pages, including those without an outline", async () => {
    const pages: number[] = [];
    const outlines: (string | null)[] = [];
    let cursor: ReplayCursor | null = null;
    do {
      const page: Awaited<ReturnType<typeof listReplayHandoffs>> = await listReplayHandoffs(database.db, {
        workspaceId,
        span,
        cursor,
        limit: 3,
      });
      pages.push(page.handoffs.length);
      for (const handoff of unpackOutlines(packOutlines(page.handoffs))) {
        outlines.push(handoff.outline && JSON.stringify(handoff.outline));
      }
      cursor = page.next;
    } while (cursor);
    expect(pages).toEqual([3, 3, 1]);
    expect(new Set(outlines).size).toBe(7);
    expect(outlines.filter((outline) => outline === null)).toHaveLength(1);
    expect(await countReplayHandoffs(database.db, { workspaceId, span })).toBe(7);
  });

  it("returns smaller pages if outlines are large, with at least one handoff each", async () => {
    const large = await buildWorkspace(database.db);
    const sourceFileId = await buildSourceFile(database.db, large);
    const entries = Array.from({ length: 5_000 }, (_, tokens) => ({ path: "x".repeat(1_000), tokens }));
    for (const times of [1, 1, 1, 1, 4]) {
      const fields = { workspaceId: large, sourceFileId, sessionId: "s" };
      const { occurredAt, sequence, eventId } = await buildHandoff(database.db, fields);
      await database.db.insert(handoffOutline).values({
        workspaceId: large,
        occurredAt,
        sourceFileId,
        generation: 0,
        sequence,
        ordinal: 0,
        eventId,
        isTruncated: false,
        entries: Array.from({ length: times }, () => entries).flat(),
      });
    }
    const pages: number[] = [];
    let cursor: ReplayCursor | null = null;
    do {
      const page: Awaited<ReturnType<typeof listReplayHandoffs>> = await listReplayHandoffs(database.db, {
        workspaceId: large,
        span,
        cursor,
        limit: 2_500,
      });
      pages.push(page.handoffs.length);
      cursor = page.next;
    } while (cursor);
    expect(pages).toEqual([3, 1, 1]);
  });
});
