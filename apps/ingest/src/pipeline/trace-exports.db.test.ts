import { join } from "node:path";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { append, createFolder, put, select } from "../../test/scratch";
import { ingestPaths } from "./ingest-paths";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  folder = await createFolder();
});
afterEach(() => folder.remove());

const ingest = async (workspaceId: string) =>
  (await ingestPaths({ db: database.db, workspaceId, paths: [folder.path], storesContent: true })).files.map(
    ({ format }) => format,
  );
const list = (workspaceId: string, text: string, table: string) =>
  select(
    database.db,
    z.object({ text: z.string() }),
    `select ${text} as text from ${table} where workspace_id = '${workspaceId}' order by 1`,
  ).then((rows) => rows.map((row) => row.text));
const listHandoffs = (workspaceId: string) =>
  list(workspaceId, "kind || ' ' || from_agent || ' → ' || to_agent", "handoff");
const listUsage = (workspaceId: string) =>
  list(workspaceId, "session_id || ' ' || agent || ' ' || input_tokens", "message_usage");

it("Langfuse observations on several lines are combined", async () => {
  const row = (id: string, type: string, parent: string | null, rest: object = {}) => ({
    id,
    type,
    name: id,
    trace_id: "t1",
    session_id: "s1",
    parent_observation_id: parent,
    start_time: "2026-09-01 10:00:00.000000",
    ...rest,
  });
  const path = await put(join(folder.path, "observations.jsonl"), "");
  await append(
    path,
    row("chat", "GENERATION", "writer", { usage_details: { input: 90, output: 7 } }),
    row("writer", "AGENT", "planner"),
    row("planner", "AGENT", null),
  );
  expect(await ingest("w1")).toEqual(["langfuse"]);
  expect(await listHandoffs("w1")).toEqual(["span planner → writer"]);
  expect(await listUsage("w1")).toEqual(["s1 writer 90"]);
});

it("LangSmith runs are read with one run per line, and with the transfer between agents", async () => {
  const run = (name: string, type: string, parent: string | null, second: number, agent = name) => ({
    id: name,
    name,
    run_type: type,
    trace_id: "graph",
    parent_run_id: parent,
    start_time: `2026-09-01T10:00:0${second}.000000`,
    end_time: `2026-09-01T10:00:0${second + 1}.000000`,
    extra: { metadata: { lc_agent_name: agent, thread_id: "s1" } },
    ...(type === "llm" ? { prompt_tokens: 90, completion_tokens: 7 } : {}),
  });
  const runs = [
    run("triage", "chain", "graph", 1),
    run("transfer_to_billing", "tool", "triage", 1, "triage"),
    run("billing", "chain", "graph", 3),
    run("chat", "llm", "billing", 4, "billing"),
  ];
  await put(
    join(folder.path, "runs.json"),
    `[\n${runs.map((each) => JSON.stringify(each)).join(",\n")}\n]\n`,
  );
  expect(await ingest("w2")).toEqual(["langsmith-json"]);
  expect(await listHandoffs("w2")).toEqual(["transfer triage → billing"]);
  expect(await listUsage("w2")).toEqual(["s1 billing 90"]);
});
