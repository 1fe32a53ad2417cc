import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Database, listDroppedLines, listErasures } from "@baton/db";
import { createTestDatabase, searchDatabase } from "@baton/db/test";
import { applyRetention } from "@baton/services/erasure/apply-retention";
import { requestErasure } from "@baton/services/erasure/request-erasure";
import { runErasures } from "@baton/services/erasure/run-erasures";
import { setRetention } from "@baton/services/erasure/set-retention";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { append, contextHandoff, count, createFolder, put, select } from "../../test/scratch";
import { ingestPaths } from "../pipeline/ingest-paths";

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
  await mkdir(join(folder.path, "sessions"));
  workspaces += 1;
  workspaceId = `w${workspaces}`;
});
afterEach(() => folder.remove());

const actor = { id: "u1", name: "An admin" };
const ingest = () => ingestPaths({ db: database.db, workspaceId, paths: [folder.path], storesContent: true });
const request = (kind: "session" | "agent" | "workspace", id: string) =>
  requestErasure(database.db, { workspaceId, kind, id, actor });
const run = (batchLines = 3) => runErasures(database.db, { batchLines });
const eventsOf = (condition = "true") =>
  count(database.db, `event where workspace_id = '${workspaceId}' and ${condition}`);

const Totals = z.object({ sums: z.string() });
const ROLL_UPS = ["savings_by_pair", "savings_by_rule", "savings_by_workspace"].flatMap(eachSpan);

/** Returns the subqueries of a rollup for each interval length in minutes. */
function eachSpan(table: string): string[] {
  return [15, 60, 360, 1_440].map((minutes) => `(select * from ${table} where span = ${minutes}) sums`);
}

/** Asserts that the rollups equal a recount of the handoffs. */
async function compareSavings(): Promise<[unknown, unknown]> {
  const here = `where workspace_id = '${workspaceId}'`;
  const columns = `count(*) filter (where scoping_state <> 'observed'), coalesce(sum(saved_tokens) filter (where scoping_state <> 'observed'), 0),
    coalesce(sum(before_tokens) filter (where scoping_state <> 'observed'), 0), coalesce(sum(saved_by_blocked) filter (where scoping_state <> 'observed'), 0),
    count(*) filter (where saved_by_blocked > 0 and scoping_state <> 'observed'), count(*) filter (where scoping_state = 'observed')`;
  const [recount] = await select(
    database.db,
    Totals,
    `select (${columns})::text as sums from (select * from handoff ${here} and kind = 'context' and mode is not null) counted`,
  );
  const sums = await select(
    database.db,
    Totals,
    ROLL_UPS.map(
      (
        table,
      ) => `select (coalesce(sum(handoff_count), 0), coalesce(sum(saved_tokens), 0), coalesce(sum(before_tokens), 0),
          coalesce(sum(saved_by_blocked), 0), coalesce(sum(blocked_count), 0), coalesce(sum(observed_count), 0))::text as sums from ${table} ${here}`,
    ).join(" union all "),
  );
  const [compacted, ...compactions] = await select(
    database.db,
    Totals,
    `select (count(*), coalesce(sum(before_tokens) filter (where after_tokens is not null), 0))::text as sums from compaction ${here}
      ${eachSpan("compactions_by_agent")
        .map(
          (sums) =>
            `union all select (coalesce(sum(compaction_count), 0), coalesce(sum(before_tokens), 0))::text from ${sums} ${here}`,
        )
        .join(" ")}`,
  );
  const [lost, ...fields] = await select(
    database.db,
    Totals,
    `select (count(*), coalesce(sum((entry ->> 'tokens')::bigint - (entry ->> 'after')::bigint), 0))::text as sums
      from (select entries, event_id from handoff_outline ${here}) outlined, jsonb_array_elements(entries) entry where entry ->> 'cause' = 'blocked'
      ${eachSpan("blocked_by_field")
        .map(
          (sums) =>
            `union all select (coalesce(sum(handoff_count), 0), coalesce(sum(tokens), 0))::text from ${sums} ${here}`,
        )
        .join(" ")}`,
  );
  return [
    [...sums, ...compactions, ...fields].map((row) => row.sums),
    [
      ...ROLL_UPS.map(() => recount?.sums),
      ...compactions.map(() => compacted?.sums),
      ...fields.map(() => lost?.sums),
    ],
  ];
}

/** The outline of a context with a blocked field. */
const losing = (path: string, tokens = 40) => [
  { path, tokens, after: 0, cause: "blocked" },
  { path: "intake.kept", tokens: 9 },
];

/** Returns a database that calls a function when the given transaction begins. */
function atTransaction(db: Database, number: number, happen: () => void): Database {
  let begun = 0;
  return new Proxy(db, {
    get(target, key) {
      if (key === "transaction") {
        begun += 1;
        if (begun === number) happen();
      }
      return Reflect.get(target, key, target);
    },
  });
}

/** A folder of sessions as orchestrators and tools write them. Each name to erase occurs in many places. */
async function writeSessions(): Promise<void> {
  const secret = { session_id: "session-canary-1", audit_note: "content-canary-1" };
  await append(
    join(folder.path, "sessions", "session-canary-1.jsonl"),
    {
      event_type: "session_start",
      title: "title-canary-1",
      session_id: "session-canary-1",
      event_id: "identity-canary-1",
    },
    contextHandoff({ ...secret, workflow_id: "workflow-canary-1", outline: losing("intake.field-canary-1") }),
    contextHandoff({ ...secret, scoping_state: "observed" }),
    {
      event_type: "compaction",
      session_id: "session-canary-1",
      before_tokens: 90,
      trigger: "phase",
      after_tokens: 9,
      summary: "summary-canary-1",
    },
  );
  await writeFile(join(folder.path, "sessions", "session-canary-1.jsonl"), "{ bad-canary-1\n", { flag: "a" });
  await append(
    join(folder.path, "sessions", "mixed.jsonl"),
    contextHandoff({ session_id: "kept-session", outline: losing("intake.ssn") }),
    contextHandoff({ ...secret, timestamp: "2026-02-01T09:00:00Z", outline: losing("intake.ssn", 50) }),
    contextHandoff({ ...secret, timestamp: "2026-02-01T09:30:00Z" }),
    contextHandoff({ session_id: "kept-session", tokens_saved: 7 }),
    { event_type: "compaction", session_id: "kept-session", before_tokens: 70, after_tokens: 7 },
  );
}

const CANARIES = [
  "session-canary-1",
  "content-canary-1",
  "title-canary-1",
  "identity-canary-1",
  "workflow-canary-1",
  "summary-canary-1",
  "field-canary-1",
  "bad-canary-1",
];

describe("the erasure of a session", () => {
  it("removes all its data from the database, and nothing else", async () => {
    await writeSessions();
    await ingest();
    // Assert first that the texts are stored, so that the search can fail.
    for (const canary of CANARIES)
      expect(await searchDatabase(database.db, [canary]), canary).not.toEqual([]);
    await request("session", "session-canary-1");
    expect(await run()).toHaveLength(1);
    expect(await searchDatabase(database.db, CANARIES)).toEqual([]);
    expect(await eventsOf()).toBe(2);
    expect(await eventsOf("session_id = 'kept-session'")).toBe(2);
    const [sums, recount] = await compareSavings();
    expect(sums).toEqual(recount);
    const [erasure] = await listErasures(database.db, { workspaceId, limit: 5 });
    expect(erasure).toMatchObject({
      kind: "session",
      subject: null,
      erasedRows: { event: 6, handoff: 4, compaction: 1 },
    });
    expect(await run()).toEqual([]);
  });

  it("applies when its files are read again: neither its own file nor its lines in another file return", async () => {
    await writeSessions();
    await ingest();
    await request("session", "session-canary-1");
    await run();
    const mixed = join(folder.path, "sessions", "mixed.jsonl");
    // Rewrite the file with more content, as an editor would: a new generation, read from the start.
    const text = await readFile(mixed, "utf8");
    await rm(mixed);
    await put(mixed, `${JSON.stringify({ event_type: "note", session_id: "kept-session" })}\n${text}`);
    await append(
      join(folder.path, "sessions", "session-canary-1.jsonl"),
      contextHandoff({ audit_note: "content-canary-1" }),
    );
    await ingest();
    expect(await searchDatabase(database.db, CANARIES)).toEqual([]);
    const [file] = await select(
      database.db,
      z.object({ id: z.coerce.number(), generation: z.number() }),
      `select source_file_id as id, generation from source_file where workspace_id = '${workspaceId}' and path like '%mixed.jsonl' order by 1 desc`,
    );
    const dropped = await listDroppedLines(database.db, {
      workspaceId,
      sourceFileId: file?.id ?? 0,
      generation: file?.generation ?? 0,
    });
    expect(dropped).toMatchObject([{ cause: "erased", lineCount: 2 }]);
  });

  it("resumes after an interruption", async () => {
    await writeSessions();
    await ingest();
    await request("session", "session-canary-1");
    const stop = new AbortController();
    stop.abort();
    expect(await runErasures(database.db, { signal: stop.signal })).toEqual([]);
    const before = await eventsOf();
    const killed = new AbortController();
    // Stop after the documents and a line.
    const db = atTransaction(database.db, 3, () => killed.abort());
    expect(await runErasures(db, { signal: killed.signal, batchLines: 1 })).toEqual([]);
    expect(await eventsOf()).toBe(before - 2);
    expect(await eventsOf("session_id = 'session-canary-1'")).toBeGreaterThan(0);
    await run(1);
    expect(await searchDatabase(database.db, CANARIES)).toEqual([]);
    const [sums, recount] = await compareSavings();
    expect(sums).toEqual(recount);
  });

  it("is recorded in the audit log only by its hash", async () => {
    await writeSessions();
    await ingest();
    await request("session", "session-canary-1");
    await run();
    const Row = z.object({ actor_name: z.string(), subject: z.string(), details: z.string() });
    const rows = await select(
      database.db,
      Row,
      `select * from audit_log where workspace_id = '${workspaceId}' and action = 'erase.session' order by sequence`,
    );
    expect(rows.map(({ actor_name, details }) => [actor_name, JSON.parse(details).state])).toEqual([
      ["An admin", "requested"],
      ["Baton", "erased"],
    ]);
    expect(rows[0]?.subject).toMatch(/^session sha256:[0-9a-f]{16}$/);
  });
});

describe("the erasure of an agent", () => {
  const CANARY = "agent-canary-2";

  async function writeAgents(): Promise<void> {
    await append(
      join(folder.path, "sessions", "s1.jsonl"),
      contextHandoff({
        from_agent_id: CANARY,
        audit_note: "content-canary-2",
        outline: losing(`${CANARY}.ssn`),
      }),
      contextHandoff({
        to_agent_id: CANARY,
        timestamp: "2026-01-31T23:00:00Z",
        outline: losing("intake.ssn"),
      }),
      contextHandoff({ outline: losing("intake.ssn") }),
      { event_type: "tool_call", agent: CANARY, text: "content-canary-2" },
      { event_type: "tool_call", agent: "other", text: "kept" },
    );
  }

  it("removes its handoffs and mentions, and recomputes the totals of sessions and savings", async () => {
    await writeAgents();
    await ingest();
    expect(await searchDatabase(database.db, [CANARY, "content-canary-2"])).not.toEqual([]);
    await request("agent", CANARY);
    await run();
    expect(await searchDatabase(database.db, [CANARY, "content-canary-2"])).toEqual([]);
    expect(await eventsOf()).toBe(2);
    const [sums, recount] = await compareSavings();
    expect(sums).toEqual(recount);
    const Session = z.object({
      events: z.coerce.number(),
      handoffs: z.coerce.number(),
      saved: z.coerce.number(),
    });
    const rows = await select(
      database.db,
      Session,
      `select event_count as events, handoff_count as handoffs, saved_tokens as saved from session where workspace_id = '${workspaceId}'`,
    );
    expect(rows).toEqual([{ events: 2, handoffs: 1, saved: 600 }]);
  });

  it("removes its fields from totals of expired lines, and no others", async () => {
    await append(
      join(folder.path, "sessions", "s1.jsonl"),
      contextHandoff({ from_agent_id: "gone.", outline: losing("gone\\..ssn") }),
      contextHandoff({ from_agent_id: "gone.too", outline: losing("gone\\.too.ssn") }),
      contextHandoff({ outline: losing("gone.ssn") }),
    );
    await ingest();
    await setRetention(database.db, { workspaceId, days: 1, actor });
    await applyRetention(database.db);
    expect(await eventsOf()).toBe(0);
    await request("agent", "gone.");
    await run();
    const Path = z.object({ path: z.string() });
    for (const sums of eachSpan("blocked_by_field")) {
      const table = `${sums} where workspace_id = '${workspaceId}'`;
      const rows = await select(database.db, Path, `select path from ${table} order by 1`);
      expect(rows.map(({ path }) => path)).toEqual(["gone.ssn", "gone\\.too.ssn"]);
    }
  });

  it("removes its spans if content storage is off", async () => {
    const attributes = { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": CANARY };
    const span = {
      traceId: "t1",
      spanId: `span ${workspaceId}`,
      startTimeUnixNano: "1771846892000000000",
      attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
    };
    await append(join(folder.path, "spans.jsonl"), { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
    await ingestPaths({ db: database.db, workspaceId, paths: [folder.path], storesContent: false });
    expect(await searchDatabase(database.db, [CANARY])).toEqual([`public.trace_span: ${CANARY}`]);
    await request("agent", CANARY);
    await run();
    expect(await searchDatabase(database.db, [CANARY])).toEqual([]);
    expect(await eventsOf()).toBe(0);
  });

  it("applies to later imports", async () => {
    await writeAgents();
    await ingest();
    await request("agent", CANARY);
    await run();
    await append(
      join(folder.path, "sessions", "s2.jsonl"),
      contextHandoff({ from_agent_id: CANARY }),
      contextHandoff({}),
    );
    await ingest();
    expect(await searchDatabase(database.db, [CANARY])).toEqual([]);
    expect(await eventsOf()).toBe(3);
  });
});

describe("the erasure of a workspace", () => {
  it("keeps its audit log and hashes, and prevents reading its files again", async () => {
    await writeSessions();
    await ingest();
    await request("workspace", workspaceId);
    await run();
    expect(await searchDatabase(database.db, CANARIES)).toEqual([]);
    expect(await eventsOf()).toBe(0);
    await append(join(folder.path, "sessions", "new.jsonl"), contextHandoff({}));
    await ingest();
    expect(await searchDatabase(database.db, CANARIES)).toEqual([]);
    expect(await eventsOf()).toBe(1);
    expect(await count(database.db, `audit_log where workspace_id = '${workspaceId}'`)).toBe(2);
  });
});
