import { createHash } from "node:crypto";
import { join } from "node:path";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { append, count, createFolder, put, select } from "../../test/scratch";
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

const ingest = (storesContent = true) =>
  ingestPaths({ db: database.db, workspaceId, paths: [folder.path], storesContent });
const countOf = (table: string) => count(database.db, `${table} where workspace_id = '${workspaceId}'`);

const TASK = ["id: t1", "agent: architect", "title: 'Decide'", "result:", "  next_agent: editor", ""].join(
  "\n",
);
const taskPath = () => join(folder.path, "done", "2025-11-23T1738-architect-decide.yaml");

describe("a document with several records", () => {
  it("is read once, and again when it changes: only its new records count", async () => {
    const path = join(folder.path, "Who&When", "Hand-Crafted", "1.json");
    const history = [
      { role: "A", content: "" },
      { role: "B", content: "" },
    ];
    await put(path, JSON.stringify({ history, question: "Which?", mistake_step: "0" }, null, 2));
    expect((await ingest()).files).toMatchObject([{ format: "who-and-when", lineCount: 1, eventCount: 2 }]);
    expect((await ingest()).files).toMatchObject([{ lineCount: 0, eventCount: 0 }]);
    history.push({ role: "C", content: "" });
    await put(path, JSON.stringify({ history, question: "Which?", mistake_step: "0" }, null, 2));
    expect((await ingest()).files).toMatchObject([{ eventCount: 1, duplicateCount: 2, quarantinedCount: 0 }]);
    expect(await countOf("handoff")).toBe(2);
    const session = z.object({ title: z.string(), handoff_count: z.coerce.number() });
    expect(
      await select(
        database.db,
        session,
        `select title, handoff_count from session where workspace_id = '${workspaceId}' and session_id = 'Hand-Crafted/1'`,
      ),
    ).toEqual([{ title: "Which?", handoff_count: 2 }]);
  });

  it("in YAML is stored as written, with the hash of the file", async () => {
    await put(taskPath(), TASK);
    expect((await ingest()).files).toMatchObject([
      { format: "task-file", eventCount: 2, quarantinedCount: 0 },
    ]);
    const row = z.object({ text: z.string().nullable(), sha256: z.string(), byte_length: z.number() });
    const [first] = await select(
      database.db,
      row,
      `select text, sha256, byte_length from event where workspace_id = '${workspaceId}' and ordinal = 0`,
    );
    const sha256 = createHash("sha256").update(TASK).digest("hex");
    expect(first).toEqual({ text: TASK, sha256, byte_length: Buffer.byteLength(TASK) });
  });

  it("is quarantined with the reason if it is invalid, and read once it is fixed", async () => {
    const reasons = z.object({ code: z.string(), reason: z.string(), text: z.string().nullable() });
    const quarantined = () =>
      select(
        database.db,
        reasons,
        `select code, reason, text from quarantined_line where workspace_id = '${workspaceId}' order by generation`,
      );
    await put(taskPath(), "agent: [architect");
    expect((await ingest()).files).toMatchObject([{ eventCount: 0, quarantinedCount: 1 }]);
    await put(taskPath(), new Uint8Array([0x61, 0x3a, 0x20, 0xff, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a]));
    expect((await ingest()).files).toMatchObject([{ eventCount: 0, quarantinedCount: 1 }]);
    await put(taskPath(), "title: a task of nobody\n");
    expect((await ingest()).files).toMatchObject([{ eventCount: 0, quarantinedCount: 1 }]);
    expect(await quarantined()).toMatchObject([
      { code: "not_yaml", text: "agent: [architect", reason: expect.stringMatching(/^it is not YAML: /) },
      { code: "not_utf8" },
      {
        code: "schema_error",
        text: "title: a task of nobody\n",
        reason: "/id is missing, text is needed; /agent is missing, text is needed",
      },
    ]);
    await put(taskPath(), TASK);
    expect((await ingest()).files).toMatchObject([{ eventCount: 2, quarantinedCount: 0 }]);
  });

  it("is masked, and its text is not stored if content storage is off", async () => {
    const secret = `ghp_${"a1B2".repeat(9)}`;
    await put(taskPath(), TASK.replace("Decide", `Use ${secret}`));
    const [report] = (await ingest()).files;
    expect(report).toMatchObject({ eventCount: 2, maskedSecretCount: 1 });
    const row = z.object({ text: z.string(), title: z.string() });
    const [stored] = await select(
      database.db,
      row,
      `select event.text, title from event join session using (workspace_id, session_id)
        where workspace_id = '${workspaceId}' and ordinal = 0`,
    );
    expect(stored?.title).toMatch(/^Use /);
    expect(JSON.stringify(stored)).not.toContain(secret);

    const broken = secret.slice(0, 20);
    await put(taskPath(), TASK.replace("'Decide'", `"Use ${broken}\\\n  ${secret.slice(20)}"`));
    await ingest();
    const texts = await select(
      database.db,
      z.object({ text: z.string() }),
      `select text from event where workspace_id = '${workspaceId}' and ordinal = 0`,
    );
    expect(texts).toHaveLength(2);
    expect(JSON.stringify(texts)).not.toContain(broken);

    workspaceId = `${workspaceId}-without`;
    await ingest(false);
    expect(await countOf("event")).toBe(2);
    expect(await count(database.db, `event where workspace_id = '${workspaceId}' and text is not null`)).toBe(
      0,
    );
  });
});

describe("a Codex rollout", () => {
  it("counts each call once, over any number of reads of its snapshots", async () => {
    const path = join(folder.path, "rollout-2026-02-23T12-41-04-019c8a4d.jsonl");
    const snapshot = (sum: number, last: number) => {
      const usage = (input_tokens: number) => ({
        input_tokens,
        cached_input_tokens: 0,
        output_tokens: 1,
        total_tokens: input_tokens + 1,
      });
      const info = { total_token_usage: usage(sum), last_token_usage: usage(last) };
      return { timestamp: "2026-02-23T11:41:32Z", type: "event_msg", payload: { type: "token_count", info } };
    };
    await put(path, "");
    await append(path, snapshot(100, 100), snapshot(100, 100), snapshot(350, 250));
    await ingest();
    await append(path, snapshot(350, 250), snapshot(750, 400), "{broken");
    expect((await ingest()).files).toMatchObject([{ format: "codex", eventCount: 2, quarantinedCount: 1 }]);
    const row = z.object({ calls: z.coerce.number(), input: z.coerce.number(), session_id: z.string() });
    expect(
      await select(
        database.db,
        row,
        `select count(*) as calls, sum(input_tokens) as input, session_id from message_usage
          where workspace_id = '${workspaceId}' group by session_id`,
      ),
    ).toEqual([{ calls: 3, input: 750, session_id: "019c8a4d" }]);
  });
});

describe("an OpenTelemetry export", () => {
  const span = (spanId: string, parentSpanId: string, agent: string) => ({
    traceId: "t1",
    spanId,
    parentSpanId,
    startTimeUnixNano: "1771846892239000000",
    attributes: [
      { key: "gen_ai.operation.name", value: { stringValue: "invoke_agent" } },
      { key: "gen_ai.agent.name", value: { stringValue: agent } },
    ],
  });
  const spans = [span("2", "1", "writer"), span("1", "", "planner")];
  const exported = { resourceSpans: [{ scopeSpans: [{ spans }] }] };

  it("is read from its own file over several lines, and again when it changes", async () => {
    const path = join(folder.path, "trace.json");
    await put(path, JSON.stringify(exported, null, 2));
    await put(join(folder.path, "package.json"), JSON.stringify({ name: "x" }, null, 2));
    await put(join(folder.path, "cut.json"), '{\n  "resourceSpans": [');
    expect((await ingest()).files).toMatchObject([
      { notRead: "it is not a JSON document" },
      { notRead: "its document matches no format that Baton reads" },
      { format: "otlp-json", eventCount: 2 },
    ]);
    const scope = { name: "other", version: "1" };
    const unknown = { ...span("3", "1", "x"), attributes: [] };
    const more = {
      resourceSpans: [...exported.resourceSpans, { scopeSpans: [{ scope, spans: [unknown] }] }],
    };
    await put(path, JSON.stringify(more, null, 2));
    expect((await ingest()).files).toMatchObject([{}, {}, { eventCount: 0, duplicateCount: 2 }]);
    expect(await countOf("handoff")).toBe(1);
    expect(await countOf("line_shape")).toBe(1);
  });

  it("is read from a .json file with one export per line", async () => {
    const path = await put(join(folder.path, "traces.json"), "");
    await append(path, exported);
    expect((await ingest()).files).toMatchObject([{ format: "otlp", eventCount: 2 }]);
    await append(path, { resourceSpans: [{ scopeSpans: [{ spans: [span("3", "2", "editor")] }] }] });
    expect((await ingest()).files).toMatchObject([{ format: "otlp", eventCount: 1 }]);
    expect(await countOf("handoff")).toBe(2);
  });

  it("creates handoffs between the agents of its spans, each span once", async () => {
    const path = await put(join(folder.path, "traces.jsonl"), "");
    await append(path, exported, exported);
    expect((await ingest()).files).toMatchObject([{ format: "otlp", eventCount: 2, duplicateCount: 2 }]);
    const row = z.object({ from_agent: z.string(), to_agent: z.string(), kind: z.string() });
    expect(
      await select(
        database.db,
        row,
        `select from_agent, to_agent, kind from handoff where workspace_id = '${workspaceId}'`,
      ),
    ).toEqual([{ from_agent: "planner", to_agent: "writer", kind: "span" }]);
    expect(await countOf("savings_by_pair")).toBe(0);
  });
});
