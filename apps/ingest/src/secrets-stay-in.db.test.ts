import { join } from "node:path";
import { createApiKey } from "@baton/db";
import { createTestDatabase, searchDatabase } from "@baton/db/test";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { bundleChildren, type Child, type Children } from "../test/children";
import { PROJECT_ROOT } from "../test/environment";
import { buildSeenSecrets } from "../test/observed-secrets";
import { PATIENCE } from "../test/patience";
import { postEvents } from "../test/running-ingest";
import { append, contextHandoff, count, createFolder, put } from "../test/scratch";

/** Positions of a secret in the texts of agents. Each shape is imported by another path. */
const SHAPES: readonly ((secret: string) => string | object)[] = [
  (secret) => contextHandoff({ audit_note: `the token is ${secret}` }),
  (secret) => contextHandoff({ from_agent_id: secret }),
  (secret) => contextHandoff({ event_id: `e:${secret}`, workflow_id: secret }),
  (secret) => ({ event_type: "session_start", session_id: `s-${secret.length}`, title: `Use ${secret}` }),
  (secret) => ({ event_type: "session_start", session_id: secret }),
  (secret) => ({ event_type: "tool_call", input: { deep: [{ er: `export TOKEN=${secret}` }] } }),
  (secret) => ({ event_type: "tool_call", [secret]: "as a key" }),
  (secret) => ({ event_type: "tool_call", output: JSON.stringify({ inner: JSON.stringify({ secret }) }) }),
  (secret) => ({ event_type: secret, text: "as a type" }),
  (secret) => ({
    event_type: "compaction",
    before_tokens: 90,
    after_tokens: 9,
    trigger: "phase",
    summary: secret,
  }),
  (secret) => ({
    event_type: "task_handoff",
    task_id: "t1",
    handoff: {
      taskId: "t1",
      fromAgent: "a",
      toAgent: "b",
      taskName: `Rotate ${secret}`,
      context: { key: secret },
    },
  }),
  // A secret in the reason for rejecting a line.
  (secret) => contextHandoff({ tokens_saved: secret }),
  (secret) => contextHandoff({ timestamp: secret }),
  (secret) => `{"event_type": "cut off", "token": "${secret}`,
  (secret) => `["no event", "${secret}"]`,
];

const transcriptLine = (secret: string) => ({
  type: "user",
  uuid: `u:${secret}`,
  sessionId: "claude-1",
  version: "2.0.0",
  cwd: "/p",
  isSidechain: false,
  timestamp: "2026-03-01T10:00:00Z",
  message: { role: "user", content: `Deploy with ${secret}` },
});

const manifest = (secret: string) => ({
  from_agent: "architect",
  to_agent: "coder",
  timestamp: "2026-03-01T10:00:00Z",
  artifact_type: "plan",
  scope: `key ${secret}`,
  executive_summary: `The key is ${secret}`,
  key_decisions: [{ decision: secret, rationale: secret }],
});

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
let children: Children;
let ingest: Child;
const answers: string[] = [];
const canaries = buildSeenSecrets(200);

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await createFolder();
  const lines = canaries.map((secret, index) => SHAPES[index % SHAPES.length]?.(secret) ?? secret);
  await put(join(folder.path, "sessions", "s1.jsonl"), "");
  await append(join(folder.path, "sessions", "s1.jsonl"), ...lines);
  await put(join(folder.path, "projects", "p", "claude-1.jsonl"), "");
  await append(
    join(folder.path, "projects", "p", "claude-1.jsonl"),
    ...canaries.slice(0, 20).map(transcriptLine),
  );
  for (const [index, secret] of canaries.slice(20, 24).entries()) {
    await put(
      join(folder.path, "artifacts", "architect", `2026-03-01T1${index}-plan`, "manifest.json"),
      JSON.stringify(manifest(secret)),
    );
    await put(
      join(folder.path, "handoffs", `h${index}.md`),
      `---\ntask: ${secret}\n---\n# Hand over\n\nUse \`${secret}\`.\n`,
    );
    await put(
      join(folder.path, "progress", `phase-${index}-progress.json`),
      JSON.stringify({ phase: 1, objectives: [{ id: "o1", description: secret, status: "pending" }] }),
    );
  }
  children = await bundleChildren("../src/main.ts");
  ingest = children.start([], {
    DATABASE_URL: database.url,
    BATON_PROJECT_ROOT: PROJECT_ROOT,
    BATON_FOLLOW: folder.path,
    BATON_INGEST_PORT: "0",
    BATON_LOG_LEVEL: "trace",
  });
  await vi.waitUntil(() => /"port":\d+/.test(readLog()), PATIENCE);
  const url = `http://127.0.0.1:${/"port":(\d+)/.exec(readLog())?.[1]}`;
  await vi.waitUntil(async () => (await fetch(`${url}/readyz`)).status === 200, PATIENCE);
  const { token } = await createApiKey(database.db, {
    workspaceId: "default",
    name: "test",
    scopes: ["ingest"],
    createdBy: "test",
    expiresAt: null,
  });
  const posted = lines.map((line) =>
    typeof line === "string" ? line : JSON.stringify({ session_id: "posted", ...line }),
  );
  const { json } = await postEvents({ url, token }, posted.join("\n"));
  answers.push(JSON.stringify(json));
  await vi.waitUntil(
    async () =>
      (await count(database.db, "source_file where read_offset < file_size and state = 'reading'")) === 0,
    PATIENCE,
  );
  await vi.waitUntil(
    async () =>
      (await count(database.db, "manifest")) === 4 && (await count(database.db, "progress_file")) === 4,
    PATIENCE,
  );
  for (const path of ["/metrics", "/healthz", "/readyz", `/${canaries[0]}`]) {
    answers.push(await (await fetch(url + path)).text());
  }
}, 180_000);

afterAll(async () => {
  await ingest?.kill();
  await children?.remove();
  await folder.remove();
  await database.drop();
});

/** Returns everything that the process printed. */
function readLog(): string {
  const { printed, failures } = ingest.output();
  return printed + failures;
}

const foundIn = (text: string) => canaries.filter((canary) => text.includes(canary));

describe("two hundred secrets in followed and posted inputs", () => {
  it("are imported in events, quarantined lines and documents", async () => {
    expect(canaries).toHaveLength(200);
    expect(await count(database.db, "event where masked_secret_count > 0")).toBeGreaterThan(200);
    expect(await count(database.db, "quarantined_line")).toBeGreaterThan(50);
    expect(await count(database.db, "handoff_document")).toBe(4);
  });

  it("are masked everywhere in the database", async () => {
    expect(await searchDatabase(database.db, canaries)).toEqual([]);
  });

  it("are in no response and no line of the log", () => {
    expect(readLog()).toContain("batch committed");
    expect(answers.flatMap(foundIn)).toEqual([]);
    expect(foundIn(readLog())).toEqual([]);
  });

  it("would be found by this test if one was stored", async () => {
    const [canary = ""] = canaries;
    await database.db.execute(`insert into workspace (workspace_id, name) values ('leak', 'x ${canary} y')`);
    expect(await searchDatabase(database.db, canaries)).toEqual([`public.workspace: ${canary}`]);
    expect(foundIn(`{"msg":"${canary}"}`)).toEqual([canary]);
  });
});
