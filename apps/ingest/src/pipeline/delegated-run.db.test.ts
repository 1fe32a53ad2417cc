import { join } from "node:path";
import { countToolUses } from "@baton/core/internal";
import { getDelegatedRun, listRunLines } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, beforeAll, expect, it } from "vitest";
import { append, createFolder, put } from "../../test/scratch";
import { starts, TranscriptBuilder, trailer } from "../../test/transcript";
import { ingestPaths } from "./ingest-paths";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await createFolder();
});
afterAll(async () => {
  await folder.remove();
  await database.drop();
});

async function ingest(workspaceId: string, files: Record<string, readonly object[]>): Promise<void> {
  const paths = [];
  for (const [name, lines] of Object.entries(files)) {
    const path = await put(join(folder.path, workspaceId, name), "");
    await append(path, ...lines);
    paths.push(path);
  }
  await ingestPaths({ db: database.db, workspaceId, paths, storesContent: true });
}

const tool = (id: string, name: string) => ({ type: "tool_use", id, name, input: {} });

it("a delegation of Claude Code has the calls, tools and duration of its subagent alone", async () => {
  const workspaceId = "claude";
  const main = new TranscriptBuilder({ sessionId: "s" })
    .answered("m1", 1, [starts("t1", "reviewer"), tool("x0", "Bash")])
    .returned("x0", "no", {}, true);
  main.add({ type: "system", content: "waits" }).add({ type: "system", content: "waits" });
  main.returned("t1", [{ type: "text", text: "Twelve." }, trailer("a1", 700)], {
    toolUseResult: { agentId: "a1" },
  });
  const child = new TranscriptBuilder({ sessionId: "s", agentId: "a1", isSidechain: true }, 1)
    .asked("Look for tests.")
    .answered("m2", 6, [tool("x1", "Read"), tool("x2", "Bash")])
    .returned("x1", "text")
    .returned("x2", "exit 1", {}, true)
    .answered("m3", 7);
  const projects = ".claude/projects/p";
  await ingest(workspaceId, {
    [`${projects}/s.jsonl`]: main.lines,
    [`${projects}/s/subagents/agent-a1.jsonl`]: child.lines,
  });
  const key = { workspaceId, sessionId: "s", agentId: "a1" };
  const call = { ...key, kind: "delegation", eventId: "t1:call", answers: null } as const;
  const run = await getDelegatedRun(database.db, call);
  expect(run).toMatchObject({ callEventId: "t1:call", returnEventId: "t1:return", childSessionId: null });
  expect(Number(run.returnedAt) - Number(run.calledAt)).toBe(4_000);
  expect(run.calls).toMatchObject([{ model: "claude-sonnet-4-6", calls: 2, outputTokens: 13 }]);
  const answer = { ...key, kind: "return", eventId: "t1:return", answers: "t1:call" } as const;
  expect(await getDelegatedRun(database.db, answer)).toEqual(run);
  const { lines, isCut } = await listRunLines(database.db, key);
  expect(isCut).toBe(false);
  expect(
    countToolUses(
      lines.map((line): unknown => JSON.parse(line)),
      "a1",
    ),
  ).toEqual([
    { name: "Bash", calls: 1, failures: 1 },
    { name: "Read", calls: 1, failures: 0 },
  ]);
});

it("a delegation of Codex has the calls and tools of the session that it started", async () => {
  const workspaceId = "codex";
  const [thread, other] = ["01990000-0000-7000-8000-0000000000aa", "01990000-0000-7000-8000-0000000000bb"];
  const line = (type: string, second: number, payload: object) => ({
    timestamp: `2026-03-01T10:00:0${second}.000Z`,
    type,
    payload,
  });
  const collab = (second: number, fields: object) =>
    line("event_msg", second, { type: "item_completed", item: { type: "CollabAgentToolCall", ...fields } });
  const usage = { input_tokens: 70, cached_input_tokens: 50, output_tokens: 7, total_tokens: 77 };
  const source = { subagent: { thread_spawn: { parent_thread_id: thread, agent_role: "explorer" } } };
  const receivers = { receiver_thread_ids: [other], receiver_agents: [{ agent_role: "explorer" }] };
  const name = (id: string) => `sessions/rollout-2026-03-01T10-00-00-${id}.jsonl`;
  await ingest(workspaceId, {
    [name(thread)]: [
      line("session_meta", 0, { id: thread, timestamp: "2026-03-01T10:00:00.000Z" }),
      collab(2, { id: "c1", tool: "spawn_agent", prompt: "count", ...receivers }),
      collab(9, { id: "c2", tool: "wait", agents_states: { [other]: { completed: "twelve" } } }),
    ],
    [name(other)]: [
      line("session_meta", 2, { id: other, timestamp: "2026-03-01T10:00:02.000Z", source }),
      line("turn_context", 3, { model: "gpt-5" }),
      line("response_item", 4, { type: "function_call", name: "shell", call_id: "f1", arguments: "{}" }),
      line("response_item", 5, { type: "function_call_output", call_id: "f1", output: "Exit code: 2\n" }),
      line("event_msg", 8, {
        type: "token_count",
        info: { total_token_usage: usage, last_token_usage: usage },
      }),
    ],
  });
  const key = { workspaceId, sessionId: thread, agentId: other };
  const eventId = `codex:${thread}:c1:call`;
  const run = await getDelegatedRun(database.db, { ...key, kind: "delegation", eventId, answers: null });
  expect(run).toMatchObject({ childSessionId: other, calls: [{ model: "gpt-5", outputTokens: 7 }] });
  expect(Number(run.returnedAt) - Number(run.calledAt)).toBe(7_000);
  const { lines } = await listRunLines(database.db, key);
  expect(
    countToolUses(
      lines.map((each): unknown => JSON.parse(each)),
      other,
    ),
  ).toEqual([{ name: "shell", calls: 1, failures: 1 }]);
});
