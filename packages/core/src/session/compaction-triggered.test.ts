import fc from "fast-check";
import { expect, it } from "vitest";
import { readSessionEvent } from "./session-event";

const event = { event_type: "compaction_triggered", timestamp: "2026-03-01T10:00:00" };
const SIZES = { before_tokens: 9_000, after_tokens: 3_000, compression_ratio: 0.5 };

function read(json: unknown) {
  const result = readSessionEvent(json);
  if (!result.ok) throw new Error(result.problem.message);
  return result.record;
}

it("readCompactionTriggered reads events of other orchestrators: nested, flat, or without a session", () => {
  const compaction = { agent: "planner", beforeTokens: 9_000, afterTokens: 3_000 };
  const nested = { ...event, session_id: "s1", data: { agent_id: "planner", ...SIZES } };
  expect(read(nested)).toMatchObject({
    eventType: "compaction_triggered",
    sessionId: "s1",
    identity: null,
    compaction,
  });
  const flat = { ...event, session_id: "s1", compaction_id: "c1", agent_id: "planner", ...SIZES };
  expect(read(flat)).toMatchObject({ sessionId: "s1", identity: "c1", compaction });
  const orphan = { ...event, agent_id: "planner", tokens_before: 9_000, tokens_after: 3_000 };
  expect(read(orphan)).toMatchObject({ sessionId: null, timestamp: "2026-03-01T10:00:00", compaction });
});

it("readCompactionTriggered returns null for invalid fields", () => {
  const odd = { ...event, data: [7], trigger: "soon", before_tokens: -1, after_tokens: "3000" };
  expect(read(odd).compaction).toMatchObject({
    agent: null,
    trigger: null,
    beforeTokens: null,
    afterTokens: null,
    summary: null,
  });
});

it("readCompactionTriggered accepts any values", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (fields, data) => {
      expect(read({ ...fields, data, ...event }).eventType).toBe("compaction_triggered");
    }),
  );
});
