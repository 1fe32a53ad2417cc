import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ContextHandoffEvent, readSessionEvent } from "@baton/core";
import { type ChatMessage, GovernedSession, governBy, POLICY_FILE, writeConversation } from "@baton/example-session";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CASES } from "./cases";
import type { ConformanceCase } from "./conformance-case";
import { runLangGraph } from "./run-langgraph";
import { runLoop } from "./run-loop";
import { runOpenAiAgents } from "./run-openai-agents";

const RUNTIMES = { "a hand-written loop": runLoop, "OpenAI Agents": runOpenAiAgents, LangGraph: runLangGraph };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baton-example-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.each(CASES)("$name", (given) => {
  it("in each runtime the receiver reads the same, and the session's file says the same", async () => {
    const expected = expectedOf(given);
    for (const [runtime, run] of Object.entries(RUNTIMES)) {
      const { received, events } = await runGoverned(runtime, run, given);
      expect(received, runtime).toEqual(expected);
      expect(events.at(-1) ?? null, runtime).toEqual(given.event && expect.objectContaining(given.event));
    }
  });

  it("each handoff on the way has the same event, to the last token of its outline", async () => {
    const [loop, ...others] = await Promise.all(
      Object.entries(RUNTIMES).map(([runtime, run]) => runGoverned(runtime, run, given)),
    );
    expect(loop?.events).toHaveLength(given.event === null ? 0 : Object.keys(given.says).length);
    for (const other of others) expect(other.events).toEqual(loop?.events);
  });
});

function expectedOf({ receives }: ConformanceCase): ChatMessage[] {
  return writeConversation(receives);
}

/** What the last receiver read, and the session's handoff events without what no two runs share. */
async function runGoverned(
  runtime: string,
  run: (given: ConformanceCase, session: GovernedSession) => Promise<ChatMessage[]>,
  given: ConformanceCase,
) {
  const sessionId = runtime.replaceAll(" ", "-");
  const policy = governBy(readFileSync(POLICY_FILE, "utf8"), given.switch);
  const received = await run(given, new GovernedSession({ policy, folder, sessionId }));
  const lines = readFileSync(join(folder, "sessions", `${sessionId}.jsonl`), "utf8").trimEnd().split("\n");
  const [announcement, ...handoffs] = lines.map((line) => JSON.parse(line));
  expect(readSessionEvent(announcement)).toMatchObject({ ok: true, record: { eventType: "policy_seen" } });
  const events = handoffs.map((line) => {
    const { event_id, session_id, timestamp, duration_us, ...event } = ContextHandoffEvent.parse(line);
    expect({ event_id, session_id, timestamp, duration_us }).toEqual({
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      session_id: sessionId,
      timestamp: expect.any(String),
      duration_us: expect.any(Number),
    });
    return event;
  });
  return { received, events };
}
