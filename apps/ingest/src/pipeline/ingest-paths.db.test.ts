import { createHash } from "node:crypto";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { createTestDatabase } from "@baton/db/test";
import { listKnownFiles } from "@baton/db/write";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { append, contextHandoff, count, createFolder, put, select } from "../../test/scratch";
import { createContext } from "./create-context";
import { ingestBatch } from "./ingest-batch";
import { ingestPaths } from "./ingest-paths";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
let sessionFile: string;
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
  sessionFile = await put(join(folder.path, "sessions", "s1.jsonl"), "");
});
afterEach(() => folder.remove());

const ingest = (paths = [folder.path], storesContent = true) =>
  ingestPaths({ db: database.db, workspaceId, paths, storesContent });
const sha512Of = (text: string) => createHash("sha512").update(text).digest("hex");
const inWorkspace = () => `workspace_id = '${workspaceId}'`;

describe("ingestPaths", () => {
  it("reads each line once, over any number of runs", async () => {
    await append(sessionFile, contextHandoff(), contextHandoff());
    const first = await ingest();
    expect(first.files).toMatchObject([{ format: "session", lineCount: 2, eventCount: 2, notRead: null }]);
    expect((await ingest()).files).toMatchObject([{ format: "session", lineCount: 0, eventCount: 0 }]);
    await append(sessionFile, contextHandoff());
    expect((await ingest()).files).toMatchObject([{ lineCount: 1, eventCount: 1 }]);
    expect(await count(database.db, `event where ${inWorkspace()}`)).toBe(3);
    expect(await count(database.db, `handoff where ${inWorkspace()}`)).toBe(3);
  });

  it("keeps a folder without text when a process that stores text reads its next lines", async () => {
    await append(sessionFile, contextHandoff());
    await ingest([folder.path], false);
    await append(sessionFile, contextHandoff());
    const [file] = await listKnownFiles(database.db, workspaceId);
    if (!file) throw new Error("the file is not tracked");
    await ingestBatch(createContext({ db: database.db, storesContent: true }), file);
    expect(await count(database.db, `event where ${inWorkspace()} and not has_content`)).toBe(2);

    await append(sessionFile, contextHandoff());
    await ingest([folder.path], true);
    expect(await count(database.db, `event where ${inWorkspace()} and has_content`)).toBe(1);
  });

  it("reports a path that is too long for an index, and reads the others", async () => {
    await append(sessionFile, contextHandoff());
    // Use names that compression does not shorten.
    const names = Array.from(
      { length: 16 },
      (_, index) => sha512Of(`${index}`) + sha512Of(`${index} again`).slice(0, 100),
    );
    const long = await put(join(folder.path, ...names, "s2.jsonl"), `${JSON.stringify(contextHandoff())}\n`);
    expect((await ingest()).files).toMatchObject(
      [
        { path: long, notRead: "its path is longer than 2048 bytes" },
        { path: sessionFile, eventCount: 1, notRead: null },
      ].sort((a, b) => (a.path < b.path ? -1 : 1)),
    );
  });

  it("leaves a line without its newline for later, and reports the waiting bytes", async () => {
    const line = JSON.stringify(contextHandoff({ audit_note: "é".repeat(10) }));
    const bytes = Buffer.from(`${line}\n`);
    // Cut the line in the middle of a two-byte character.
    await appendFile(sessionFile, bytes.subarray(0, bytes.indexOf("é") + 1));
    const [report] = (await ingest()).files;
    expect(report).toMatchObject({ lineCount: 0, eventCount: 0, waitingBytes: bytes.indexOf("é") + 1 });
    await appendFile(sessionFile, bytes.subarray(bytes.indexOf("é") + 1));
    expect((await ingest()).files).toMatchObject([{ eventCount: 1, quarantinedCount: 0, waitingBytes: 0 }]);
  });

  it("sums sessions and savings, with observe-only handoffs separate", async () => {
    await append(
      sessionFile,
      { event_type: "session_start", title: "Claim 17" },
      contextHandoff({ workflow_id: "wf-1" }),
      contextHandoff({ to_agent_id: "fraud", tokens_saved: 100, timestamp: "2026-03-01T10:59:59.999" }),
      contextHandoff({ scoping_state: "observed", tokens_saved: 5_000 }),
      contextHandoff({ timestamp: "2026-03-01T11:00:00+00:00" }),
      { event_type: "tool_error", timestamp: "2026-03-01T11:30:00Z" },
      { event_type: "compaction", before_tokens: 900, after_tokens: 90, trigger: "phase" },
    );
    await ingest();
    const sessionRow = z.record(z.string(), z.unknown());
    expect(
      await select(database.db, sessionRow, `select * from session where ${inWorkspace()}`),
    ).toMatchObject([
      {
        session_id: "s1",
        title: "Claim 17",
        workflow_id: "wf-1",
        event_count: "7",
        error_count: "1",
        handoff_count: "4",
        scoped_count: "3",
        compaction_count: "1",
        before_tokens: "3000",
        saved_tokens: "1300",
      },
    ]);
    const sums = z.object({ hour: z.string(), n: z.string(), saved: z.string(), observed: z.string() });
    const byHour = `select to_char(start, 'HH24') as hour, sum(handoff_count) as n, sum(saved_tokens) as saved,
      sum(observed_saved_tokens) as observed`;
    for (const table of ["savings_by_rule", "savings_by_pair"]) {
      const rows = await select(
        database.db,
        sums,
        `${byHour} from ${table} where span = 60 and ${inWorkspace()} group by 1 order by 1`,
      );
      expect(rows).toEqual([
        { hour: "10", n: "2", saved: "700", observed: "5000" },
        { hour: "11", n: "1", saved: "600", observed: "0" },
      ]);
    }
  });

  it("counts an event once over all files, and stores repetitions as duplicates", async () => {
    const event = contextHandoff();
    await append(sessionFile, event, event);
    await put(join(folder.path, "sessions", "s2.jsonl"), `${JSON.stringify(event)}\n`);
    const { files } = await ingest();
    expect(files).toMatchObject([
      { eventCount: 1, duplicateCount: 1 },
      { eventCount: 0, duplicateCount: 1 },
    ]);
    const row = z.object({ duplicate_of: z.string().nullable(), position: z.string() });
    const rows = await select(
      database.db,
      row,
      `select duplicate_of, concat_ws('.', source_file_id, generation, sequence, ordinal) as position
        from event where ${inWorkspace()} order by source_file_id, sequence`,
    );
    expect(rows.map((each) => each.duplicate_of)).toEqual([null, rows[0]?.position, rows[0]?.position]);
    expect(await count(database.db, `handoff where ${inWorkspace()}`)).toBe(1);
    expect(await count(database.db, `session where ${inWorkspace()}`)).toBe(1);
  });

  it("recognizes a repeated identity that PostgreSQL cannot store as text", async () => {
    const [event, other] = ["\0\uD800", "\uFDD00000"].map((id) => contextHandoff({ event_id: id }));
    await append(sessionFile, event ?? "", other ?? "");
    await ingest();
    await append(sessionFile, event ?? "", other ?? "", event ?? "");
    expect((await ingest()).files).toMatchObject([{ eventCount: 0, duplicateCount: 3 }]);
  });

  it("counts a call that a resumed session repeats once, in the original session, with the values of its last line", async () => {
    const line = (uuid: string, output: number) => ({
      type: "assistant",
      uuid,
      sessionId: "first",
      requestId: "r1",
      timestamp: "2026-03-01T10:00:00Z",
      message: { id: "m1", usage: { input_tokens: 1, output_tokens: output } },
    });
    const original = await put(join(folder.path, "first.jsonl"), "");
    await append(original, line("u1", 3), line("u2", 9));
    await ingest([original]);
    const resumed = await put(join(folder.path, "second.jsonl"), "");
    const repeated = [line("u1", 3), line("u2", 9)].map((each) => ({ ...each, sessionId: "second" }));
    await append(resumed, ...repeated, { ...line("u3", 11), sessionId: "second" });
    expect((await ingest([resumed])).files).toMatchObject([{ eventCount: 1, duplicateCount: 2 }]);
    const usage = z.object({ session_id: z.string(), output_tokens: z.string() });
    expect(await select(database.db, usage, `select * from message_usage where ${inWorkspace()}`)).toEqual([
      { session_id: "first", output_tokens: "11" },
    ]);
  });

  it("uses the time of the line before, or when the file was first seen, and the same on a replay", async () => {
    await append(
      sessionFile,
      { event_type: "a" },
      { event_type: "b", timestamp: "2026-03-01T10:00:00.500Z" },
      { event_type: "c" },
      { event_type: "d", timestamp: "soon" },
      { event_type: "e" },
    );
    await ingest();
    const row = z.object({ event_type: z.string(), time: z.string(), is_first_sight: z.boolean() });
    const query = `select event_type, to_char(occurred_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS') as time,
      occurred_at = first_seen_at as is_first_sight from event join source_file using (workspace_id, source_file_id)
      where ${inWorkspace()} order by sequence`;
    const rows = await select(database.db, row, query);
    expect(rows.map((each) => [each.event_type, each.is_first_sight])).toEqual([
      ["a", true],
      ["b", false],
      ["c", false],
      ["e", false],
    ]);
    expect(rows.slice(1).map((each) => each.time)).toEqual(Array(3).fill("2026-03-01T10:00:00.500"));
    await database.db.execute(`update source_file set read_offset = 0, line_count = 0, last_occurred_at = null,
      cursor_fingerprint = null where ${inWorkspace()}`);
    expect((await ingest()).files).toMatchObject([{ lineCount: 5, eventCount: 0, duplicateCount: 0 }]);
    expect(await select(database.db, row, query)).toEqual(rows);
    expect(await count(database.db, `quarantined_line where ${inWorkspace()}`)).toBe(1);
  });

  it("stores lines masked, with the hash and length of the original", async () => {
    const token = ["gh", "p_", "x".repeat(36)].join("");
    const line = JSON.stringify(
      contextHandoff({ event_id: "e1", audit_note: `use ${token}`, from_agent_id: token }),
    );
    await append(sessionFile, line, `{"broken": "${token}`);
    expect((await ingest()).files).toMatchObject([
      { eventCount: 1, quarantinedCount: 1, maskedSecretCount: 3 },
    ]);
    const row = z.object({ text: z.string(), sha256: z.string(), byte_length: z.coerce.number() });
    expect(await select(database.db, row, `select * from event where ${inWorkspace()}`)).toEqual([
      {
        text: line.replaceAll(token, "[masked:github]"),
        sha256: createHash("sha256").update(line).digest("hex"),
        byte_length: Buffer.byteLength(line),
      },
    ]);
    expect(
      await select(
        database.db,
        z.object({ text: z.string() }),
        `select text from quarantined_line where ${inWorkspace()}`,
      ),
    ).toEqual([{ text: '{"broken": "[masked:github]' }]);
    const handoffRow = z.object({ from_agent: z.string(), audit_note: z.string() });
    expect(await select(database.db, handoffRow, `select * from handoff where ${inWorkspace()}`)).toEqual([
      { from_agent: "[masked:github]", audit_note: "use [masked:github]" },
    ]);
  });

  it("distinguishes two events whose identities were masked", async () => {
    const tokens = ["x", "y"].map((letter) => ["gh", "p_", letter.repeat(36)].join(""));
    await append(sessionFile, ...tokens.map((token) => contextHandoff({ event_id: token })));
    expect((await ingest()).files).toMatchObject([{ eventCount: 2, duplicateCount: 0 }]);
  });

  it("stores no text if content storage is off", async () => {
    await append(
      sessionFile,
      { event_type: "session_start", title: "About someone" },
      contextHandoff({ audit_note: "about someone", outline: [{ path: "intake.name", tokens: 3 }] }),
      {
        event_type: "compaction",
        before_tokens: 9,
        after_tokens: 1,
        trigger: "auto",
        summary: "of someone",
        preserved: ["x"],
      },
      "about someone",
      contextHandoff({ tokens_saved: 'someone " someone' }),
      { event_type: "x", timestamp: "someone" },
    );
    await put(
      join(folder.path, "artifacts", "a", "2026-03-01-x", "manifest.json"),
      '{"summary":"about someone"}',
    );
    await ingest([folder.path], false);
    for (const table of [
      "event",
      "handoff",
      "handoff_outline",
      "compaction",
      "quarantined_line",
      "session",
      "manifest",
    ]) {
      const rows = await select(
        database.db,
        z.object({ row: z.string() }),
        `select t::text as row from ${table} t where ${inWorkspace()}`,
      );
      expect(rows.length, table).toBeGreaterThan(0);
      expect(rows.map(({ row }) => row).join(), table).not.toMatch(/someone/i);
    }
    expect(await count(database.db, `event where ${inWorkspace()} and has_content`)).toBe(0);
  });

  it("identifies a manifest by its content: a change creates a version", async () => {
    const path = join(
      folder.path,
      "project",
      "artifacts",
      "architect",
      "2026-03-01T10-20-30Z-oauth2-plan",
      "manifest.json",
    );
    const manifest = {
      from_agent: "architect",
      artifact_type: "plan",
      timestamp: "2026-03-01T10:20:30Z",
      summary: { a: 1 },
    };
    await put(path, JSON.stringify({ ...manifest, context_budget: { manifest_tokens: 1 } }, null, 2));
    expect((await ingest()).files.find((file) => file.path === path)).toMatchObject({
      format: "manifest",
      eventCount: 1,
    });
    expect((await ingest()).files.find((file) => file.path === path)).toMatchObject({ lineCount: 0 });
    await put(path, JSON.stringify({ ...manifest, summary: { b: 2 } }));
    expect((await ingest()).files.find((file) => file.path === path)).toMatchObject({ eventCount: 1 });
    await put(path, '{"half":');
    expect((await ingest()).files.find((file) => file.path === path)).toMatchObject({ quarantinedCount: 1 });
    const row = z.object({
      project_root: z.string(),
      from_agent: z.string(),
      artifact_type: z.string(),
      scope: z.string(),
      manifest_tokens: z.coerce.number(),
    });
    const rows = await select(
      database.db,
      row,
      `select * from manifest where ${inWorkspace()} order by text like '%"b"%'`,
    );
    const { countTokens } = await import("@baton/core/tokens");
    const common = {
      project_root: join(folder.path, "project"),
      from_agent: "architect",
      artifact_type: "plan",
      scope: "oauth2-plan",
    };
    expect(rows).toEqual([
      { ...common, manifest_tokens: countTokens(JSON.stringify(manifest)) },
      { ...common, manifest_tokens: countTokens(JSON.stringify({ ...manifest, summary: { b: 2 } })) },
    ]);
  });

  it("names files that it does not read, with the reason", async () => {
    await put(join(folder.path, "notes.txt"), "hello");
    await put(join(folder.path, "rollout-2026.jsonl"), '{"type":"session_meta","payload":{}}\n');
    await put(join(folder.path, "spans.jsonl"), '{"object":"trace.span","id":"s"}\n');
    await put(join(folder.path, "other.jsonl"), '{"hello":"world"}\n');
    await put(join(folder.path, "empty.jsonl"), "");
    const { files } = await ingest();
    const reasons = files.map(({ path, format, notRead }) => [path.split("/").at(-1), format, notRead]);
    expect(reasons).toEqual([
      ["empty.jsonl", null, "it has no complete line yet"],
      ["notes.txt", null, "neither its name nor its path matches a format that Baton reads"],
      ["other.jsonl", null, "its first lines match no format that Baton reads"],
      ["rollout-2026.jsonl", "codex", null],
      ["s1.jsonl", "session", null],
      ["spans.jsonl", "agents-sdk", null],
    ]);
    expect(await count(database.db, `source_file where ${inWorkspace()} and state = 'not_read'`)).toBe(2);
    await append(join(folder.path, "empty.jsonl"), { event_type: "late" });
    expect((await ingest()).files[0]).toMatchObject({ format: "session", eventCount: 1 });
  });

  it("registers no source if a path does not exist", async () => {
    await expect(ingest([folder.path, join(folder.path, "nowhere")])).rejects.toThrow("nowhere");
    expect(await count(database.db, `source where ${inWorkspace()}`)).toBe(0);
  });
});
