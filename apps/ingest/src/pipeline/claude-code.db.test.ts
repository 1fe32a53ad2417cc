import { join } from "node:path";
import { countTokens } from "@baton/core/tokens";
import { createTestDatabase } from "@baton/db/test";
import { compareNextCompaction } from "@baton/services/compaction/compare-compactions";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { append, createFolder, put, select } from "../../test/scratch";
import { notification, sends, starts, TranscriptBuilder, trailer } from "../../test/transcript";
import { ingestPaths } from "./ingest-paths";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
let workspaces = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  folder = await createFolder();
});
afterEach(() => folder.remove());

const PROJECT = [".claude", "projects", "-w-demo"];
const inProject = (...names: string[]) => join(folder.path, ...PROJECT, ...names);

/** Writes files, and imports them one by one in the given order into a new workspace. */
async function read(files: Record<string, TranscriptBuilder | object>, order = Object.keys(files)) {
  workspaces += 1;
  const workspaceId = `w${workspaces}`;
  for (const [path, content] of Object.entries(files)) {
    if (content instanceof TranscriptBuilder) {
      await put(path, "");
      await append(path, ...content.lines);
    } else await put(path, JSON.stringify(content));
  }
  for (const path of order) await ingestPaths({ db: database.db, workspaceId, paths: [path] });
  const inWorkspace = `where workspace_id = '${workspaceId}'`;
  const [text, number] = [z.string().nullable(), z.coerce.number().nullable()];
  const { db } = database;
  const handoffs = await select(
    db,
    z.object({
      kind: text,
      from_agent: text,
      from_agent_id: text,
      to_agent: text,
      to_agent_id: text,
      before_tokens: number,
      after_tokens: number,
    }),
    `select * from handoff ${inWorkspace} order by occurred_at, source_file_id, sequence, ordinal`,
  );
  const usage = await select(
    db,
    z.object({ agent: text, model: text, calls: number, input: number, output: number, session_id: text }),
    `select agent, model, session_id, count(*) as calls, sum(input_tokens) as input, sum(output_tokens) as output
      from message_usage ${inWorkspace} group by 1, 2, 3 order by 3, 1, 2`,
  );
  return {
    handoffs: handoffs.map((row) => [
      `${row.kind} ${row.from_agent} ${row.from_agent_id ?? ""} → ${row.to_agent} ${row.to_agent_id ?? ""}`,
      row.before_tokens,
      row.after_tokens,
    ]),
    usage: usage.map((row) => [row.session_id, row.agent, row.calls, row.output]),
    models: usage.map((row) => [row.model, row.input, row.output]),
    sessions: await select(
      db,
      z.object({ session_id: text, parent_session_id: text, error_count: number, title: text }),
      `select * from session ${inWorkspace} order by session_id`,
    ),
    compactions: await select(
      db,
      z.object({ before_tokens: number, after_tokens: number }),
      `select * from compaction ${inWorkspace} order by occurred_at`,
    ),
  };
}

/** Builds a session in which main starts an agent, which starts one of the same type. */
function nested() {
  const main = new TranscriptBuilder({ sessionId: "s" })
    .asked("Find all tests")
    .answered("m1", 1, [starts("t1", "reviewer")])
    .add({ type: "system", subtype: "turn_duration" })
    .returned("t1", [{ type: "text", text: "Twelve tests." }], {
      timestamp: "2026-03-01T10:00:30Z",
      toolUseResult: {
        status: "completed",
        agentId: "a1",
        agentType: "reviewer",
        totalTokens: 700,
        content: "Twelve tests.",
      },
    });
  const outer = new TranscriptBuilder({ sessionId: "s", agentId: "a1", isSidechain: true }, 3)
    .answered("m2", 2, [starts("t2", "reviewer")])
    .returned("t2", [{ type: "text", text: "Twelve." }, trailer("a2", 300)], {
      timestamp: "2026-03-01T10:00:20Z",
    })
    .answered("m3", 4);
  const inner = new TranscriptBuilder({ sessionId: "s", agentId: "a2", isSidechain: true }, 6).answered(
    "m4",
    8,
  );
  return {
    [inProject("s.jsonl")]: main,
    [inProject("s", "subagents", "agent-a1.jsonl")]: outer,
    [inProject("s", "subagents", "agent-a2.jsonl")]: inner,
    [inProject("s", "subagents", "agent-a1.meta.json")]: {
      agentType: "reviewer",
      toolUseId: "t1",
      spawnDepth: 1,
    },
    [inProject("s", "subagents", "agent-a2.meta.json")]: {
      agentType: "reviewer",
      toolUseId: "t2",
      spawnDepth: 2,
    },
  };
}

describe("subagents of Claude Code", () => {
  it("are separate nodes if they have one type or are nested, for any order of reading files", async () => {
    const files = nested();
    for (const order of [Object.keys(files), Object.keys(files).reverse()]) {
      const found = await read(files, order);
      expect(found.handoffs).toEqual([
        ["delegation main  → reviewer a1", 110, 4],
        ["delegation reviewer a1 → reviewer a2", 110, 4],
        ["return reviewer a2 → reviewer a1", 300, 3],
        ["return reviewer a1 → main ", 700, 4],
      ]);
      expect(found.usage).toEqual([
        ["s", "main", 1, 1],
        ["s", "reviewer", 3, 14],
      ]);
    }
  });

  it("do not change the start and end of their session if their metadata is read later", async () => {
    await read(nested());
    const [row] = await select(
      database.db,
      z.object({ seconds: z.coerce.number() }),
      `select extract(epoch from last_event_at - started_at) as seconds from session where workspace_id = 'w${workspaces}'`,
    );
    expect(row).toEqual({ seconds: 29 });
  });

  it("return from the background by a notification, which spans several lines and counts once", async () => {
    const reported = notification("a1", "t1", 41_234);
    const main = new TranscriptBuilder({ sessionId: "s" })
      .answered("m1", 5, [starts("t1", "Explore")])
      .returned("t1", "Started.", {
        toolUseResult: { status: "async_launched", isAsync: true, agentId: "a1" },
      })
      .add({ type: "queue-operation", operation: "enqueue", content: reported })
      .add({ type: "attachment", attachment: { type: "queued_command", prompt: reported } })
      .asked(reported)
      .add({
        type: "queue-operation",
        content: reported.replace('Agent "look"', 'Command "ls"').replace(/<result>.*?<\/result>/, ""),
      });
    const { handoffs } = await read({ [inProject("s.jsonl")]: main });
    expect(handoffs).toEqual([
      ["delegation main  → Explore a1", 110, 4],
      ["return Explore a1 → main ", 41_234, 4],
    ]);
  });

  it("receive messages by their ID while they run, and return again", async () => {
    const main = new TranscriptBuilder({ sessionId: "s" })
      .answered("m1", 5, [starts("t1", "Explore")])
      .returned("t1", "Twelve.", {
        toolUseResult: { agentId: "abd936d5f05ad4ef2", totalTokens: 10, content: "Twelve." },
      })
      .answered("m2", 5, [sends("t2", "abd936d5f05ad4ef2")])
      .add({
        type: "queue-operation",
        operation: "enqueue",
        content: notification("abd936d5f05ad4ef2", "t2", 90),
      })
      .answered("m3", 5, [sends("t3", "nobody")])
      .returned("t3", "{}", { toolUseResult: { success: false } });
    const { handoffs } = await read({ [inProject("s.jsonl")]: main });
    expect(handoffs).toEqual([
      ["delegation main  → Explore abd936d5f05ad4ef2", 110, 4],
      ["return Explore abd936d5f05ad4ef2 → main ", 10, 3],
      ["message main  → Explore abd936d5f05ad4ef2", 110, 3],
      ["return Explore abd936d5f05ad4ef2 → main ", 90, 4],
    ]);
  });

  it("return with the known data if the result has no content", async () => {
    const main = new TranscriptBuilder({ sessionId: "s" })
      .answered("m1", 5, [starts("t1", "Explore")])
      .returned("t1", "12 tests", { toolUseResult: { status: "completed", agentId: "a1", totalTokens: 916 } })
      .answered("m2", 5, [starts("t2", "Explore")])
      .returned("t2", undefined, { toolUseResult: { status: "completed", agentId: "a2" } });
    const { handoffs } = await read({ [inProject("s.jsonl")]: main });
    expect(handoffs.filter(([what]) => `${what}`.startsWith("return"))).toEqual([
      ["return Explore a1 → main ", 916, 2],
      ["return Explore a2 → main ", null, null],
    ]);
  });

  it("get no handoff if they do not exist: the call is an error", async () => {
    const main = new TranscriptBuilder({ sessionId: "s" })
      .answered("m1", 5, [starts("t1", "does-not-exist")])
      .returned("t1", "Agent type 'does-not-exist' not found.", { toolUseResult: "Error: not found" }, true);
    const { handoffs, sessions } = await read({ [inProject("s.jsonl")]: main });
    expect(handoffs).toEqual([]);
    expect(sessions).toMatchObject([{ error_count: 1 }]);
  });
});

describe("an agent team of Claude Code", () => {
  it("has its members' sessions below the lead's, and each message once", async () => {
    const member = { name: "tester", team_name: "alpha" };
    const lead = new TranscriptBuilder({ sessionId: "lead", teamName: "alpha", agentName: "team-lead" })
      .answered("m1", 5, [starts("t1", "general-purpose", member)])
      .returned("t1", "Spawned.", {
        toolUseResult: {
          status: "teammate_spawned",
          agent_id: "tester@alpha",
          agent_type: "general-purpose",
          ...member,
        },
      })
      .answered("m2", 5, [sends("t2", "tester")])
      .add({
        type: "user",
        agentName: undefined,
        message: { content: '<teammate-message teammate_id="tester">done</teammate-message>' },
      });
    const tester = new TranscriptBuilder({ sessionId: "member", teamName: "alpha", agentName: "tester" }, 10)
      .asked('<teammate-message teammate_id="team-lead">Look for tests.</teammate-message>')
      .answered("m3", 7, [sends("t3", "team-lead")]);
    const files = { [inProject("lead.jsonl")]: lead, [inProject("member.jsonl")]: tester };
    for (const order of [Object.keys(files), Object.keys(files).reverse()]) {
      const found = await read(files, order);
      expect(found.handoffs.map(([what]) => what)).toEqual([
        "delegation team-lead team-lead@alpha → tester tester@alpha",
        "message team-lead team-lead@alpha → tester tester@alpha",
        "message tester tester@alpha → team-lead team-lead@alpha",
      ]);
      expect(found.usage).toEqual([
        ["lead", "team-lead", 2, 10],
        ["member", "tester", 1, 7],
      ]);
      expect(found.sessions).toMatchObject([{ parent_session_id: null }, { parent_session_id: "lead" }]);
    }
  });
});

describe("model calls in Claude Code", () => {
  it("belong to the session that a fork copies, in either reading order", async () => {
    const original = new TranscriptBuilder({ sessionId: "z-first" }).asked("Begin").answered("m1", 5);
    const fork = new TranscriptBuilder({ sessionId: "a-fork", forkedFrom: { sessionId: "z-first" } })
      .add({ type: "user", parentUuid: null, message: { content: "Begin" } })
      .answered("m1", 5)
      .add({ type: "user", forkedFrom: undefined, message: { content: "Go on" } })
      .answered("m2", 9);
    fork.lines.splice(-1, 1, { ...fork.lines.at(-1), forkedFrom: undefined });
    const files = { [inProject("z-first.jsonl")]: original, [inProject("a-fork.jsonl")]: fork };
    for (const order of [Object.keys(files), Object.keys(files).reverse()]) {
      const found = await read(files, order);
      expect(found.usage).toEqual([
        ["a-fork", "main", 1, 9],
        ["z-first", "main", 1, 5],
      ]);
      expect(found.sessions).toMatchObject([
        { session_id: "a-fork", parent_session_id: "z-first" },
        { session_id: "z-first", parent_session_id: null },
      ]);
    }
  });

  it("count once if a side file repeats one under another request ID, in either reading order", async () => {
    const main = new TranscriptBuilder({ sessionId: "s" }).asked("q").answered("m1", 80);
    const aside = new TranscriptBuilder({ sessionId: "s", agentId: "aside", isSidechain: true })
      .asked("q")
      .answered("m1", 80)
      .answered("m2", 15);
    const files = { [inProject("s.jsonl")]: main, [inProject("s", "subagents", "agent-aside.jsonl")]: aside };
    for (const order of [Object.keys(files), Object.keys(files).reverse()]) {
      expect((await read(files, order)).usage).toEqual([
        ["s", "main", 1, 80],
        ["s", "unknown", 1, 15],
      ]);
    }
  });

  it("exclude messages of Claude Code itself: an API error is an event", async () => {
    const main = new TranscriptBuilder({ sessionId: "s" }).answered("m1", 7).add({
      type: "assistant",
      isApiErrorMessage: true,
      message: { id: "x", model: "<synthetic>", content: [], usage: { input_tokens: 0, output_tokens: 0 } },
    });
    const { usage, sessions } = await read({ [inProject("s.jsonl")]: main });
    expect(usage).toEqual([["s", "main", 1, 7]]);
    expect(sessions).toMatchObject([{ error_count: 1 }]);
  });

  it("count an advisor's calls for its own model, and accept counts as strings", async () => {
    const advisor = {
      type: "advisor_message",
      model: "claude-opus-4-6",
      input_tokens: "823",
      output_tokens: 1_612,
    };
    const usage = { input_tokens: "10", output_tokens: "5", iterations: [{ type: "message" }, advisor] };
    const main = new TranscriptBuilder({ sessionId: "s" }).answered("m1", 0, [], { usage });
    expect((await read({ [inProject("s.jsonl")]: main })).models).toEqual([
      ["claude-opus-4-6", 823, 1_612],
      ["claude-sonnet-4-6", 10, 5],
    ]);
  });
});

describe("a compaction of Claude Code", () => {
  const notice = (second: number) => ({
    event_type: "compaction",
    event_id: `hook-${second}`,
    session_id: "s",
    agent_id: "main",
    timestamp: `2026-03-01T10:00:${second}.500Z`,
    before_tokens: 10_346,
    after_tokens: 10_332,
    after_measure: "estimated",
    trigger: "manual",
  });
  const transcript = () =>
    new TranscriptBuilder({ sessionId: "s" }, 20)
      .asked("Begin")
      .add({
        type: "system",
        subtype: "compact_boundary",
        uuid: "c1",
        compactMetadata: { trigger: "manual", preTokens: 10_442, postTokens: 606 },
      })
      .add({
        type: "system",
        subtype: "compact_boundary",
        uuid: "c2",
        compactMetadata: { trigger: "manual", preTokens: 9_000, postTokens: 600 },
      });

  it("counts once with the transcript's sizes, whether transcript or hook is read first", async () => {
    const log = new TranscriptBuilder({});
    log.lines.push(notice(22), notice(23));
    const files = {
      [inProject("s.jsonl")]: transcript(),
      [join(folder.path, ".claude", "logs", "baton-s.jsonl")]: log,
    };
    for (const order of [Object.keys(files), Object.keys(files).reverse()]) {
      const found = await read(files, order);
      expect(found.compactions).toEqual([
        { before_tokens: 10_442, after_tokens: 606 },
        { before_tokens: 9_000, after_tokens: 600 },
      ]);
      const sums = await select(
        database.db,
        z.object({ compaction_count: z.coerce.number(), after_tokens: z.coerce.number() }),
        `select compaction_count, after_tokens from compactions_by_agent where span = 1440 and workspace_id = 'w${workspaces}'
          union all select compaction_count, 0 from session where workspace_id = 'w${workspaces}'`,
      );
      expect(sums).toEqual([
        { compaction_count: 2, after_tokens: 1_206 },
        { compaction_count: 2, after_tokens: 0 },
      ]);
    }
  });

  it("is compared with the conversation before it, once, for the trend of losses", async () => {
    const content = "Move the sessions to Redis. Never touch `src/pay.ts`.";
    const done = [{ type: "text", text: "All 80 tests pass, and sessions live in Redis." }];
    const main = new TranscriptBuilder({ sessionId: "s" })
      .add({ type: "user", message: { role: "user", content } })
      .add({ type: "assistant", message: { role: "assistant", content: done } })
      .add({ type: "system", subtype: "compact_boundary", uuid: "c1", compactMetadata: { trigger: "auto" } })
      .add({
        type: "user",
        isCompactSummary: true,
        parentUuid: "c1",
        message: { role: "user", content: "The user wants the sessions moved to Redis." },
      });
    await read({ [inProject("s.jsonl")]: main });
    while (await compareNextCompaction(database.db));
    const Facts = z.object({ total_facts: z.number().nullable(), kept_facts: z.number().nullable() });
    const rows = await select(
      database.db,
      Facts,
      `select total_facts, kept_facts from compaction where workspace_id = 'w${workspaces}'`,
    );
    expect(rows).toEqual([{ total_facts: 4, kept_facts: 1 }]);
    expect(await compareNextCompaction(database.db)).toBe(false);
  });

  it("known only from a hook counts with the hook's sizes", async () => {
    const log = new TranscriptBuilder({});
    log.lines.push(notice(22));
    const found = await read({ [join(folder.path, ".claude", "logs", "baton-s.jsonl")]: log });
    expect(found.compactions).toEqual([{ before_tokens: 10_346, after_tokens: 10_332 }]);
  });
});

describe("transcripts outside Claude Code's folder", () => {
  const first = {
    "permission-mode": { permissionMode: "default" },
    attachment: { attachment: { type: "hook_success" } },
    "last-prompt": { lastPrompt: "hello" },
    "agent-setting": { agentSetting: "reviewer" },
  };

  it.each(Object.entries(first))("are recognized by a first line of the type %s", async (type, more) => {
    const file = new TranscriptBuilder({ sessionId: "s" })
      .add({ type, ...more })
      .asked("hello")
      .answered("m1", 2);
    const found = await read({ [join(folder.path, "export", "s.jsonl")]: file });
    expect(found.usage).toEqual([["s", "main", 1, 2]]);
    expect(found.sessions).toMatchObject([{ title: "hello" }]);
  });

  it("are recognized by a later line if the first ones have unknown types", async () => {
    const file = new TranscriptBuilder({ sessionId: "s" });
    for (let index = 0; index < 18; index += 1) file.add({ type: `new-${index}` });
    expect((await read({ [join(folder.path, "x.jsonl")]: file.answered("m1", 2) })).usage).toHaveLength(1);
  });

  it("are distinguished from Qwen Code's, whose lines have the same types", async () => {
    const path = await put(join(folder.path, "chats", "qwen.jsonl"), "");
    const line = {
      sessionId: "s",
      uuid: "u",
      version: "0.9.0",
      type: "user",
      message: { role: "user", parts: [{ text: "hi" }] },
    };
    await append(path, line, { ...line, type: "assistant", usageMetadata: { promptTokenCount: 900 } });
    const { files } = await ingestPaths({ db: database.db, workspaceId: "qwen", paths: [path] });
    expect(files).toMatchObject([{ format: "qwen" }]);
  });

  it("count files that an agent reads again, across imports", async () => {
    const path = inProject("s.jsonl");
    await put(path, "");
    const reads = (id: string) => [{ type: "tool_use", id, name: "Read", input: { file_path: "/w/a.ts" } }];
    const log = new TranscriptBuilder({ sessionId: "s" })
      .answered("m1", 5, reads("t1"))
      .answered("m2", 5, reads("t2"))
      .answered("m3", 5, reads("t3"));
    for (const line of log.lines) {
      await append(path, line);
      await ingestPaths({ db: database.db, workspaceId: "rereads", paths: [path] });
    }
    const row = z.object({ reread_count: z.coerce.number() });
    const rows = await select(
      database.db,
      row,
      "select reread_count from session where workspace_id = 'rereads'",
    );
    expect(rows).toEqual([{ reread_count: 2 }]);
  });

  it("calibrate a model only by answers that one line has whole", async () => {
    const path = inProject("s.jsonl");
    const text = { type: "text", text: "Both tests pass." };
    const log = new TranscriptBuilder({ sessionId: "s" })
      .answered("whole", 5, [text])
      .answered("in parts", 5, [{ type: "thinking", thinking: "Hm." }])
      .answered("in parts", 9, [text]);
    await put(path, "");
    await append(path, ...log.lines);
    const find = async () => {
      await ingestPaths({ db: database.db, workspaceId: "counts", paths: [path] });
      const row = z.object({ usage_key: z.string(), answer_tokens: z.coerce.number().nullable() });
      const rows = await select(
        database.db,
        row,
        "select * from message_usage where workspace_id = 'counts' order by usage_key desc",
      );
      return rows.map(({ answer_tokens }) => answer_tokens);
    };
    const counts = [countTokens(text.text), null];
    expect(await find()).toEqual(counts);
    await append(path, ...log.lines.slice(1, 2));
    expect(await find()).toEqual(counts);
  });

  it("may start with a byte order mark", async () => {
    const [line] = new TranscriptBuilder({ sessionId: "s" }).answered("m1", 3).lines;
    const path = inProject("s.jsonl");
    await put(path, `\uFEFF${JSON.stringify(line)}\n`);
    await ingestPaths({ db: database.db, workspaceId: "bom", paths: [path] });
    const rows = await select(
      database.db,
      z.object({ output_tokens: z.coerce.number() }),
      "select * from message_usage where workspace_id = 'bom'",
    );
    expect(rows).toEqual([{ output_tokens: 3 }]);
  });
});

describe("stream-json output of Claude Code", () => {
  it("is one session with a title, its subagent's calls, return and compaction", async () => {
    const common = { session_id: "s", timestamp: undefined };
    const file = new TranscriptBuilder(common)
      .add({ type: "system", subtype: "init", cwd: "/w/demo" })
      .answered("m1", 50, [starts("t1", "Explore")])
      .add({
        type: "assistant",
        parent_tool_use_id: "t1",
        message: { id: "m2", usage: { output_tokens: 9 } },
      })
      .returned("t1", "12 tests", {
        parent_tool_use_id: null,
        tool_use_result: {
          status: "completed",
          agentId: "a9",
          agentType: "Explore",
          content: "12 tests",
          totalTokens: 916,
        },
      })
      .add({
        type: "system",
        subtype: "compact_boundary",
        uuid: "c",
        compact_metadata: { pre_tokens: 167_000, post_tokens: 9_000 },
      })
      .add({ type: "result", subtype: "success", usage: { input_tokens: 17, output_tokens: 59 } });
    const found = await read({ [join(folder.path, "ci", "execution.jsonl")]: file });
    expect(found.usage).toEqual([
      ["s", "Explore", 1, 9],
      ["s", "main", 1, 50],
    ]);
    expect(found.handoffs).toEqual([
      ["delegation main  → Explore t1", 110, 4],
      ["return Explore t1 → main ", 916, 2],
    ]);
    expect(found.sessions).toMatchObject([{ session_id: "s", title: "Claude Code in /w/demo" }]);
    expect(found.compactions).toEqual([{ before_tokens: 167_000, after_tokens: 9_000 }]);
  });
});
