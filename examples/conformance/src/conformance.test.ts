import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ContextCompilerOptions, ContextHandoffEvent } from "@baton/core";
import { readSessionEvent } from "@baton/core/session";
import { type ChatMessage, compileText, openSession, POLICY_FILE, writeConversation } from "@baton/example-session";
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

// Each test runs three whole runtimes, and the first test also loads them.
describe.each(CASES)("the case “$name”", { timeout: 30_000 }, (given) => {
  it("has the same context and events in each runtime, including the token counts of the outlines", async () => {
    const runs = await Promise.all(
      Object.entries(RUNTIMES).map(async ([runtime, run]) => ({
        runtime,
        ...(await runGoverned(runtime, run, given)),
      })),
    );
    const events = runs[0]?.events;
    expect(events).toHaveLength(given.event === null ? 0 : Object.keys(given.says).length);
    expect(events?.at(-1) ?? null).toEqual(given.event && expect.objectContaining(given.event));
    for (const run of runs) {
      expect(run.received, run.runtime).toEqual(writeConversation(given.receives));
      expect(run.events, run.runtime).toEqual(events);
    }
  });
});

/**
 * Returns the last receiver's context, and the session's handoff events without fields that differ in every
 * run.
 */
async function runGoverned(
  runtime: string,
  run: (given: ConformanceCase, session: ContextCompilerOptions) => Promise<ChatMessage[]>,
  given: ConformanceCase,
) {
  const sessionId = runtime.replaceAll(" ", "-");
  const policy = await compileText(readFileSync(POLICY_FILE, "utf8"), given.switch);
  const session = openSession({ policy, folder, sessionId });
  const writes: (void | Promise<void>)[] = [];
  const write: ContextCompilerOptions["write"] = (event, content) => {
    const written = session.write(event, content);
    writes.push(written);
    return written;
  };
  const received = await run(given, { ...session, write });
  await Promise.all(writes);

  const file = join(folder, "sessions", `${sessionId}.jsonl`);
  const lines = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
  expect(lines).toHaveLength(writes.length);
  const [announcement, ...handoffs] = lines.map((line) => JSON.parse(line));
  const seen = announcement && readSessionEvent(announcement);
  expect(seen?.record.eventType).toBe(given.event === null ? undefined : "policy_seen");
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
