import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { append, createFolder, put, select } from "../../test/scratch";
import { frameRaw } from "../../test/zstd-frame";
import { verifyWorkspace } from "../verify/verify-workspace";
import { ingestPaths } from "./ingest-paths";

const THREAD = "01990000-0000-7000-8000-0000000000aa";
const OTHER = "01990000-0000-7000-8000-0000000000bb";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
let made = 0;
/** Each test has its own workspace. */
let workspaceId = "";
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await createFolder();
});
beforeEach(() => {
  made += 1;
  workspaceId = `w${made}`;
});
afterAll(async () => {
  await folder.remove();
  await database.drop();
});

const at = (clock: string, day = "2026-03-01") => `${day}T${clock}.000Z`;
const line = (type: string, clock: string, payload: object) => ({ timestamp: at(clock), type, payload });
const event = (clock: string, payload: object) => line("event_msg", clock, payload);
const meta = (clock: string, payload: object) =>
  line("session_meta", clock, { timestamp: at(clock), ...payload });
const turn = (clock: string, model = "gpt-5.5-codex") => line("turn_context", clock, { model });

type Tokens = readonly [input: number, cached: number, output: number];
const usage = ([input, cached, output]: Tokens) => ({
  input_tokens: input,
  cached_input_tokens: cached,
  output_tokens: output,
  total_tokens: input + output,
});
const call = (clock: string, last: Tokens, sum: Tokens) =>
  event(clock, {
    type: "token_count",
    info: { total_token_usage: usage(sum), last_token_usage: usage(last) },
  });

async function write(thread: string, ...lines: readonly object[]): Promise<string> {
  const name = `rollout-2026-03-01T10-00-00-${thread}.jsonl`;
  const path = await put(join(folder.path, workspaceId, "sessions", name), "");
  await append(path, ...lines);
  return path;
}

const ingest = async (...paths: string[]) => {
  for (const path of paths)
    await ingestPaths({ db: database.db, workspaceId, paths: [path], storesContent: true });
};

const CallRow = z.object({
  session: z.string(),
  agent: z.string(),
  model: z.string().nullable(),
  at: z.string(),
  tokens: z.string(),
});
const calls = async () =>
  select(
    database.db,
    CallRow,
    `select session_id as session, agent, model, to_char(occurred_at at time zone 'UTC', 'DD HH24:MI:SS') as at,
        input_tokens || '+' || cache_read_tokens || '+' || output_tokens as tokens
      from message_usage where workspace_id = '${workspaceId}' order by occurred_at, session_id`,
  );
const handoffs = async () =>
  (
    await select(
      database.db,
      z.object({ text: z.string() }),
      `select kind || ' ' || from_agent || ' → ' || to_agent || ' ' || coalesce(after_tokens::text, '?') as text
        from handoff where workspace_id = '${workspaceId}' order by occurred_at, sequence`,
    )
  ).map(({ text }) => text);
const parentOf = async (session: string) =>
  (
    await select(
      database.db,
      z.object({ parent: z.string().nullable() }),
      `select parent_session_id as parent from session where workspace_id = '${workspaceId}' and session_id = '${session}'`,
    )
  )[0]?.parent;

it("a Codex call that a fork repeats counts once, for its own thread and time, in either reading order", async () => {
  const first = [1_000, 0, 100] as const;
  const second = [1_500, 900, 150] as const;
  const sum = [2_500, 900, 250] as const;
  const parentLines = [
    meta("10:00:00", { id: THREAD }),
    turn("10:00:01"),
    call("10:00:05", first, first),
    call("10:00:10", second, sum),
  ];
  const forkLines = [
    meta("10:30:00", { id: OTHER, forked_from_id: THREAD }),
    { ...meta("10:00:00", { id: THREAD }), timestamp: at("10:30:00") },
    call("10:30:00", first, first),
    call("10:30:00", second, sum),
    turn("10:30:01", "gpt-6-codex"),
    call("10:30:10", [2_000, 1_500, 150], [4_500, 2_400, 400]),
  ];
  const model = "gpt-5.5-codex";
  const expected = [
    { session: THREAD, agent: "main", model, at: "01 10:00:05", tokens: "1000+0+100" },
    { session: THREAD, agent: "main", model, at: "01 10:00:10", tokens: "600+900+150" },
    { session: OTHER, agent: "main", model: "gpt-6-codex", at: "01 10:30:10", tokens: "500+1500+150" },
  ];
  for (const isForkFirst of [false, true]) {
    workspaceId = `fork-${isForkFirst}`;
    const paths = [await write(THREAD, ...parentLines), await write(OTHER, ...forkLines)];
    await ingest(...(isForkFirst ? paths.reverse() : paths));
    expect(await calls(), workspaceId).toEqual(expected);
    expect(await parentOf(OTHER)).toBe(THREAD);
    expect(await parentOf(THREAD)).toBeNull();
    const events = await select(
      database.db,
      z.object({ count: z.coerce.number() }),
      `select event_count as count from session where workspace_id = '${workspaceId}' order by session_id`,
    );
    expect(events.map(({ count }) => count)).toEqual([4, 4]);
  }
});

it("a Codex rollout is resumed after its compression by uncompressed offset, and verified", async () => {
  const lines = [
    meta("10:00:00", { id: THREAD }),
    turn("10:00:01"),
    call("10:00:05", [100, 50, 10], [100, 50, 10]),
  ];
  const path = await write(THREAD, ...lines);
  const root = join(folder.path, workspaceId);
  await ingest(root);
  await append(path, call("10:00:06", [200, 150, 20], [300, 200, 30]));
  const content = await readFile(path);
  await put(`${path}.zst`, frameRaw(content));
  await rm(path);
  await ingest(root);
  expect((await calls()).map(({ session, model, tokens }) => [session, model, tokens])).toEqual([
    [THREAD, "gpt-5.5-codex", "50+50+10"],
    [THREAD, "gpt-5.5-codex", "50+150+20"],
  ]);
  const Cursor = z.object({ path: z.string(), offset: z.coerce.number(), duplicates: z.coerce.number() });
  expect(
    await select(
      database.db,
      Cursor,
      `select path, read_offset as offset, duplicate_count as duplicates from source_file where workspace_id = '${workspaceId}'`,
    ),
  ).toEqual([{ path: `${path}.zst`, offset: content.length, duplicates: 0 }]);
  const report = await verifyWorkspace({
    db: database.db,
    workspaceId,
    onDifference: ({ message }) => expect.fail(message),
  });
  expect(report).toMatchObject({ lineCount: 4, uncheckedCount: 0, waitingBytes: 0 });
});

it("a Codex call counts on the day of the call, not of its last repetition", async () => {
  const used = [1_500, 900, 150] as const;
  const late = { ...call("08:16:00", used, used), timestamp: at("08:16:00", "2026-03-02") };
  await ingest(await write(THREAD, meta("23:59:00", { id: THREAD }), call("23:59:50", used, used), late));
  expect(await calls()).toMatchObject([{ at: "01 23:59:50", tokens: "600+900+150" }]);
});

it("Codex rollouts of agents are linked to the one that started them, and named by their role", async () => {
  const collab = (clock: string, fields: object) =>
    event(clock, { type: "item_completed", item: { type: "CollabAgentToolCall", ...fields } });
  const started = {
    receiver_thread_ids: [OTHER],
    receiver_agents: [{ thread_id: OTHER, agent_role: "explorer" }],
  };
  const parent = await write(
    THREAD,
    meta("10:00:00", { id: THREAD }),
    turn("10:00:01"),
    collab("10:00:02", { id: "c1", tool: "spawn_agent", prompt: "count the tests", ...started }),
    call("10:00:03", [100, 0, 10], [100, 0, 10]),
    collab("10:00:09", { id: "c2", tool: "wait", agents_states: { [OTHER]: { completed: "twelve" } } }),
  );
  const source = { subagent: { thread_spawn: { parent_thread_id: THREAD, agent_role: "explorer" } } };
  const child = await write(
    OTHER,
    meta("10:00:02", { id: OTHER, session_id: THREAD, source }),
    turn("10:00:03"),
    call("10:00:08", [70, 50, 7], [70, 50, 7]),
  );
  await ingest(child, parent);
  expect(await calls()).toMatchObject([
    { session: THREAD, agent: "main", model: "gpt-5.5-codex", tokens: "100+0+10" },
    { session: OTHER, agent: "explorer", model: "gpt-5.5-codex", tokens: "20+50+7" },
  ]);
  expect(await parentOf(OTHER)).toBe(THREAD);
  expect(await handoffs()).toEqual(["delegation main → explorer 3", "return explorer → main 2"]);
});

it("a Codex agent gets the name from a later batch, also in earlier rows", async () => {
  const path = await write(
    THREAD,
    meta("10:00:00", { id: THREAD }),
    event("10:00:03", {
      type: "collab_agent_spawn_end",
      call_id: "c1",
      new_thread_id: OTHER,
      new_agent_role: "explorer",
      prompt: "count the tests",
    }),
  );
  await ingest(path);
  expect(await handoffs()).toEqual(["delegation main → explorer 3"]);
  const mail = { sender: "/root", recipient: "/root/count_tests", content: "count the tests" };
  const input = { id: OTHER, message: "also count the skipped" };
  const sent = { type: "function_call", name: "send_input", call_id: "c2", arguments: JSON.stringify(input) };
  await append(
    path,
    line("inter_agent_communication", "10:00:04", mail),
    line("response_item", "10:00:05", sent),
    event("10:00:09", {
      type: "collab_waiting_end",
      statuses: { [OTHER]: { completed: "there are twelve" } },
    }),
  );
  await ingest(path);
  expect(await handoffs()).toEqual([
    "delegation main → count_tests 3",
    "message main → count_tests 4",
    "return count_tests → main 3",
  ]);
});

it("a Codex compaction is measured by the calls around it, in any batches, and images are removed", async () => {
  const image = `data:image/png;base64,${"A".repeat(9 * 1024 * 1024)}`;
  const history = [{ type: "message", role: "user", content: [{ type: "input_image", image_url: image }] }];
  const path = await write(
    THREAD,
    meta("10:00:00", { id: THREAD }),
    call("10:00:05", [240_000, 0, 1_000], [240_000, 0, 1_000]),
    line("compacted", "10:00:06", { message: "So far: half.", replacement_history: history }),
    event("10:00:06", { type: "context_compacted" }),
  );
  await ingest(path);
  await append(path, call("10:00:09", [11_000, 0, 100], [251_000, 0, 1_100]));
  await ingest(path);
  const Sizes = z.object({ before: z.coerce.number(), after: z.coerce.number(), summary: z.string() });
  expect(
    await select(
      database.db,
      Sizes,
      `select before_tokens as before, after_tokens as after, summary from compaction where workspace_id = '${workspaceId}'`,
    ),
  ).toEqual([{ before: 240_000, after: 11_000, summary: "So far: half." }]);
  const Totals = z.object({
    count: z.coerce.number(),
    measured: z.coerce.number(),
    after: z.coerce.number(),
  });
  expect(
    await select(
      database.db,
      Totals,
      `select compaction_count as count, measured_count as measured, after_tokens as after
        from compactions_by_agent where span = 1440 and workspace_id = '${workspaceId}'`,
    ),
  ).toEqual([{ count: 1, measured: 1, after: 11_000 }]);
  const stored = await select(
    database.db,
    z.object({ text: z.string(), bytes: z.coerce.number() }),
    `select text, byte_length as bytes from event where workspace_id = '${workspaceId}' and event_type = 'codex.compacted'`,
  );
  expect(stored[0]?.bytes).toBeGreaterThan(9 * 1024 * 1024);
  expect(stored[0]?.text).toContain(`"image_url":"[${image.length} bytes left out]"`);
});

it("codex exec output is a session, and the calls of its rollout replace its total", async () => {
  const lines = [
    { type: "thread.started", thread_id: THREAD },
    { type: "turn.started" },
    { type: "item.completed", item: { id: "item_0", type: "agent_message", text: "done" } },
    { type: "turn.completed", usage: { input_tokens: 300, cached_input_tokens: 200, output_tokens: 30 } },
  ];
  for (const isRolloutFirst of [false, true]) {
    workspaceId = `exec-${isRolloutFirst}`;
    const printed = await put(join(folder.path, workspaceId, "ci", "run.jsonl"), "");
    await append(printed, ...lines);
    const rollout = await write(
      THREAD,
      meta("10:00:00", { id: THREAD }),
      call("10:00:05", [100, 50, 10], [100, 50, 10]),
      call("10:00:06", [200, 150, 20], [300, 200, 30]),
    );
    if (!isRolloutFirst) {
      await ingest(printed);
      expect(await calls()).toMatchObject([
        { session: THREAD, agent: "main", model: null, tokens: "100+200+30" },
      ]);
      await ingest(rollout);
    } else await ingest(rollout, printed);
    expect((await calls()).map(({ tokens }) => tokens)).toEqual(["50+50+10", "50+150+20"]);
  }
});

it.each([
  ["before", [0, 1]],
  ["after", [1, 0]],
] as const)("counts handoffs once if codex exec output is read %s the rollout", async (_, order) => {
  workspaceId = `exec handoffs ${order.join("")}`;
  const child = "01a20000-0000-7000-8000-0000000000c1";
  const item = (id: string, tool: string, message: string | null, rest = {}) => ({
    type: "item.completed",
    item: {
      id,
      type: "collab_tool_call",
      tool,
      receiver_thread_ids: [child],
      prompt: null,
      agents_states: { [child]: { status: message === null ? "running" : "completed", message } },
      status: "completed",
      ...rest,
    },
  });
  const printed = await put(join(folder.path, workspaceId, "ci", "run.jsonl"), "");
  await append(
    printed,
    { type: "thread.started", thread_id: THREAD },
    item("item_0", "spawn_agent", null, { prompt: "Find the tests" }),
    item("item_1", "wait", "There are ten"),
  );
  const event = (payload: object) => ({ timestamp: "2026-11-25T10:00:05Z", type: "event_msg", payload });
  const rollout = await write(
    THREAD,
    meta("10:00:00", { id: THREAD }),
    event({
      type: "collab_agent_spawn_end",
      call_id: "call_1",
      new_thread_id: child,
      new_agent_role: "explorer",
      prompt: "Find the tests",
    }),
    event({
      type: "collab_waiting_end",
      call_id: "call_2",
      statuses: { [child]: { completed: "There are ten" } },
    }),
  );
  const paths = [printed, rollout];
  for (const index of order) await ingest(paths[index] ?? "");
  const handoffs = await select(
    database.db,
    z.object({ text: z.string() }),
    `select kind || ' ' || from_agent || ' → ' || to_agent as text from handoff
      where workspace_id = '${workspaceId}' order by kind`,
  );
  expect(handoffs.map(({ text }) => text)).toEqual(["delegation main → explorer", "return explorer → main"]);
  const totals = await select(
    database.db,
    z.object({ handoffs: z.coerce.number(), delegations: z.coerce.number() }),
    `select handoff_count as handoffs, delegation_count as delegations from session where workspace_id = '${workspaceId}'`,
  );
  expect(totals).toEqual([{ handoffs: 2, delegations: 1 }]);
});
