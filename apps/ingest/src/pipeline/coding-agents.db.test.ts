import { join } from "node:path";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { append, createFolder, put, select } from "../../test/scratch";
import { ingestPaths } from "./ingest-paths";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
let workspaceId: string;
let workspaces = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  folder = await createFolder();
  workspaces += 1;
  workspaceId = `w${workspaces}`;
});
afterEach(() => folder.remove());

const write = async (path: string, ...lines: object[]) =>
  append(await put(join(folder.path, path), ""), ...lines);

const list = (text: string, table: string, order: string) =>
  select(
    database.db,
    z.object({ text: z.string() }),
    `select ${text} as text from ${table} where workspace_id = '${workspaceId}' order by ${order}`,
  ).then((rows) => rows.map((row) => row.text));

async function ingest() {
  const paths = [folder.path];
  const { files } = await ingestPaths({ db: database.db, workspaceId, paths, storesContent: true });
  return {
    formats: files.map(({ format }) => format),
    sessions: await list(
      "session_id || ' ' || coalesce(parent_session_id, '-') || ' ' || coalesce(title, '-')",
      "session",
      "session_id",
    ),
    handoffs: await list("kind || ' ' || from_agent || ' → ' || to_agent", "handoff", "occurred_at, kind"),
    usage: await list(
      "session_id || ' ' || agent || ' ' || input_tokens || ' ' || output_tokens",
      "message_usage",
      "session_id, input_tokens",
    ),
  };
}

const at = (second: number) => `2026-09-01T10:00:0${second}.000Z`;

it("ingest reads a session of GitHub Copilot CLI with its subagent", async () => {
  const event = (id: string, type: string, data: object) => ({
    id,
    type,
    parentId: null,
    timestamp: at(1),
    data,
  });
  await write(
    ".copilot/session-state/s1/events.jsonl",
    event("1", "session.start", { sessionId: "s1", copilotVersion: "1.0.80" }),
    event("2", "user.message", { content: "Fix the claim" }),
    event("3", "subagent.started", { toolCallId: "c1", agentName: "explore" }),
    event("4", "tool.execution_complete", { toolCallId: "c1", result: { content: "done" } }),
    event("5", "session.shutdown", {
      modelMetrics: { "gpt-6": { usage: { inputTokens: 90, outputTokens: 7 } } },
    }),
  );
  expect(await ingest()).toEqual({
    formats: ["copilot"],
    sessions: ["s1 - Fix the claim"],
    handoffs: ["delegation main → explore", "return explore → main"],
    usage: ["s1 main 90 7"],
  });
});

it("ingest reads a session of Gemini CLI once, as JSON and as lines, and links a subagent's session to it", async () => {
  const chats = ".gemini/tmp/shop/chats";
  const start = { sessionId: "s1", projectHash: "p", startTime: at(0) };
  const tokens = { input: 90, output: 7, cached: 0, total: 97 };
  const toolCall = {
    id: "c1",
    name: "reviewer",
    agentId: "a1",
    args: { q: "?" },
    status: "success",
    result: "well",
  };
  const messages = [
    { id: "m1", timestamp: at(1), type: "user", content: "Fix the claim" },
    { id: "m2", timestamp: at(2), type: "gemini", content: "", tokens, toolCalls: [toolCall] },
  ];
  await put(join(folder.path, chats, "session-1.json"), JSON.stringify({ ...start, messages }, null, 2));
  await write(`${chats}/session-1.jsonl`, start, ...messages);
  await write(
    `${chats}/s1/a1.jsonl`,
    { ...start, sessionId: "a1", kind: "subagent" },
    { id: "m3", timestamp: at(3), type: "gemini", content: "", tokens: { ...tokens, input: 40 } },
  );
  expect(await ingest()).toEqual({
    formats: ["gemini", "gemini-json", "gemini"],
    sessions: ["a1 s1 -", "s1 - Fix the claim"],
    handoffs: ["delegation main → reviewer", "return reviewer → main"],
    usage: ["a1 reviewer 40 7", "s1 main 90 7"],
  });
});

it("ingest reads a session of Qwen Code in any folder", async () => {
  const line = (uuid: string, type: string, rest: object) => ({
    uuid,
    sessionId: "s1",
    timestamp: at(1),
    type,
    ...rest,
  });
  const functionCall = { id: "c1", name: "task", args: { subagent_type: "explore", prompt: "Look" } };
  await write(
    "copy/s1.jsonl",
    line("1", "user", { message: { parts: [{ text: "Fix the claim" }] } }),
    line("2", "assistant", {
      message: { parts: [{ functionCall }] },
      usageMetadata: { promptTokenCount: 90, candidatesTokenCount: 7 },
    }),
    line("3", "tool_result", { message: { parts: [{ functionResponse: { id: "c1" } }] } }),
  );
  expect(await ingest()).toEqual({
    formats: ["qwen"],
    sessions: ["s1 - Fix the claim"],
    handoffs: ["delegation main → explore", "return explore → main"],
    usage: ["s1 main 90 7"],
  });
});
