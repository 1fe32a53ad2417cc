import { type SpanFacts, sessionRecord } from "@baton/core/session";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildWorkspace } from "../../../test/factories";
import { traceSpan } from "../../schema/index";
import { upsertTraceSpans } from "./trace-span-write";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const COUNT = 3_000;

/** Stores spans of one trace, one line each, with the parent of each. */
async function put(pairs: readonly (readonly [span: number, parent: number | null])[], agent: number | null) {
  const workspaceId = await buildWorkspace(database.db);
  const records = pairs.map(([span, parent], sequence) => {
    const facts: SpanFacts = {
      traceId: "t",
      spanId: `${span}`,
      ordinal: null,
      agent: span === agent ? "a" : null,
      model: null,
      inputTokens: null,
      inputMeasure: null,
      callerId: null,
      usageKey: null,
      endedAt: null,
      isWorkflow: false,
      handoff: null,
      workflowId: null,
      missingId: parent === null ? null : `${parent}`,
    };
    const record = { ...sessionRecord({ eventType: "otlp.export" }), spans: [facts] };
    const position = { sourceFileId: 1, generation: 0, sequence, ordinal: 0 };
    return { ...position, eventId: `${sequence}`, occurredAt: new Date(), sessionId: "s", record };
  });
  const start = performance.now();
  await database.db.transaction((tx) => upsertTraceSpans(tx, workspaceId, records));
  const milliseconds = performance.now() - start;
  const { callerId, missingId } = traceSpan;
  const rows = await database.db
    .select({ callerId, missingId })
    .from(traceSpan)
    .where(eq(traceSpan.workspaceId, workspaceId));
  return {
    milliseconds,
    callers: rows.map((row) => row.callerId),
    missing: rows.map((row) => row.missingId),
  };
}

describe("thousands of spans of one trace, each in its own line,", () => {
  it("find the invocation above them quickly, in any order of arrival", async () => {
    const chain = Array.from(
      { length: COUNT },
      (_, index) => [index, index === 0 ? null : index - 1] as const,
    );
    for (const pairs of [chain, [...chain].reverse()]) {
      const { milliseconds, callers, missing } = await put(pairs, 0);
      expect(callers.filter((caller) => caller === "0")).toHaveLength(COUNT - 1);
      expect(missing.every((id) => id === null)).toBe(true);
      expect(milliseconds).toBeLessThan(10_000);
    }
  });

  it("wait for missing parents, but not if they form a cycle", async () => {
    const waiting = await put(
      Array.from({ length: COUNT }, (_, index) => [index, index - 1]),
      null,
    );
    expect(new Set(waiting.missing)).toEqual(new Set(["-1"]));
    const ring = await put(
      Array.from({ length: COUNT }, (_, index) => [index, (index + 1) % COUNT]),
      null,
    );
    expect(new Set(ring.missing)).toEqual(new Set([null]));
    expect(new Set(ring.callers)).toEqual(new Set([null]));
    expect(ring.milliseconds).toBeLessThan(10_000);
  });
});
