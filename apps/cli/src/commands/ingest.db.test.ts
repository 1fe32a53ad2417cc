import { appendFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase } from "@baton/db/test";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../test/run-command";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
let sessionFile: string;

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  folder = await mkdtemp(join(tmpdir(), "baton-ingest-command-"));
  sessionFile = join(folder, "sessions", "s1.jsonl");
  await mkdir(join(folder, "sessions"));
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
  await database.drop();
});

const event = (id: string, fields: object = {}) =>
  `${JSON.stringify({ event_type: "note", event_id: id, timestamp: "2026-03-01T10:00:00Z", ...fields })}\n`;

describe("baton ingest", () => {
  it("reports the outcome of each file and the totals of its sessions", async () => {
    await appendFile(sessionFile, event("a") + event("b") + event("b"));
    await appendFile(join(folder, "notes.txt"), "hello");
    const { exitCode, stdout } = await runCommand("ingest", folder);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`${sessionFile}\n    session: 3 lines, 2 new events, 1 duplicate\n`);
    expect(stdout).toMatch(/Not read, neither its name .*\(1\):\n.*notes\.txt\n/);
    expect(stdout).toContain("Sessions with new events (1):\ns1\n    2 events\n");
    expect(stdout).toMatch(
      /\n2 new events in the workspace “default”, 1 already known; 0 lines in quarantine\.\n$/,
    );
  });

  it("adds nothing the second time, and prints one JSON object with --json", async () => {
    const { exitCode, stdout, stderr } = await runCommand("ingest", folder, "--json");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({
      workspace: "default",
      sessions: [],
      files: [
        { format: null, not_read: expect.stringContaining("neither its name") },
        {
          path: sessionFile,
          format: "session",
          lines: 0,
          new_events: 0,
          duplicates: 0,
          quarantined: 0,
          not_read: null,
        },
      ],
    });
  });

  it("exits with 1 for an invalid line, and prints no terminal control characters", async () => {
    await appendFile(sessionFile, `{"half":\n${event("c", { session_id: "\u001b[2Jgone\u202e" })}{"waits"`);
    const { exitCode, stdout } = await runCommand("ingest", folder);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("2 lines, 1 new event, 1 quarantined, 8 bytes wait for the end of their line");
    expect(stdout).toContain("\n[2Jgone\n");
    expect(stdout).not.toContain("\u001b");
    expect(stdout).not.toContain("\u202e");
  });

  it("lists unrecognized formats with their counts", async () => {
    const spans = ["1", "2"].map((spanId) => ({ traceId: "t", spanId }));
    const request = { resourceSpans: [{ scopeSpans: [{ scope: { name: "@acme/http" }, spans }] }] };
    const traces = join(folder, "traces.jsonl");
    await appendFile(traces, `${JSON.stringify(request)}\n`);
    const { stdout } = await runCommand("ingest", traces, "--workspace", "traces", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      unrecognized: [{ format: "otlp", tool_version: null, shape: "span: @acme/http", count: 2 }],
    });
    const { stdout: text } = await runCommand("ingest", traces, "--workspace", "traces");
    expect(text).toContain(
      "\nUnrecognized in the workspace so far (stored, not interpreted):\n    2 × otlp, span: @acme/http\n",
    );
    await rm(traces);
  });

  it("validates without a database and writes nothing in a dry run", async () => {
    vi.stubEnv("DATABASE_URL", "postgres://nobody@127.0.0.1:1/none");
    const secret = ["ghp", "abcdefghijklmnopqrstuvwxyz0123456789"].join("_");
    await appendFile(join(folder, "t.jsonl"), `${event("t", { token: secret })}\n`);
    const { exitCode, stdout } = await runCommand("ingest", folder, "--dry-run");
    expect(stdout).toContain("    session: 5 lines, 4 events, 1 bad line, 8 bytes wait");
    expect(stdout).toMatch(/\n {6}line 4: not_json, it is not JSON/);
    expect(stdout).toContain("    session: 2 lines, 1 event, 1 blank, 1 secret\n");
    expect(stdout).toMatch(/\nWould not be read, neither its name .*\n.*notes\.txt\n/);
    expect(stdout).toMatch(
      /Nothing was written\. 5 events would be imported .*; 1 line would go .*; 1 secret would/,
    );
    expect(stdout).not.toContain(secret);
    expect(exitCode).toBe(1);
    const { stdout: json } = await runCommand("ingest", join(folder, "t.jsonl"), "--dry-run", "--json");
    expect(JSON.parse(json)).toMatchObject({ ok: true, dry_run: true, files: [{ events: 1, secrets: 1 }] });
    expect((await runCommand("ingest", join(folder, "nowhere"), "--dry-run")).exitCode).toBe(1);
    vi.stubEnv("DATABASE_URL", database.url);
  });

  it("commits the current batch when interrupted, and resumes after it", async () => {
    const path = join(folder, "sessions", "long.jsonl");
    const lines = Array.from({ length: 12_000 }, (_, index) =>
      event(`long-${index}`, { text: "x".repeat(1_000) }),
    );
    await appendFile(path, lines.join(""));
    const countEvents = async () => {
      const { rows } = await database.db.execute(
        sql`select count(*)::int as count from event where workspace_id = 'long'`,
      );
      return Number(rows[0]?.count);
    };
    const interrupted = runCommand("ingest", path, "--workspace", "long");
    await vi.waitFor(async () => expect(await countEvents()).toBeGreaterThan(0), {
      timeout: 20_000,
      interval: 5,
    });
    process.emit("SIGINT", "SIGINT");
    const { exitCode, stderr } = await interrupted;
    expect(exitCode).toBe(130);
    expect(stderr).toContain("Run the same command again to resume");
    expect(await countEvents()).toBeLessThan(12_000);
    expect((await runCommand("ingest", path, "--workspace", "long")).exitCode).toBe(0);
    expect(await countEvents()).toBe(12_000);
    expect((await runCommand("verify", "--workspace", "long")).exitCode).toBe(0);
  });

  it("names the reason, not a bug, if the disk of the database is full", async () => {
    await database.db.execute(
      `create function refuse() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`,
    );
    await database.db.execute(
      "create trigger refuse before insert on event for each row execute function refuse()",
    );
    await appendFile(sessionFile, event("later"));
    const { exitCode, stderr } = await runCommand("ingest", folder);
    await database.db.execute("drop trigger refuse on event");
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^baton: The database at .* cannot be used: its disk is full\. Free some space\.\n$/,
    );
  });

  it("names the path that does not exist", async () => {
    const path = join(folder, "nowhere");
    const stderr = `baton: ${path} does not exist. Check the path.\n`;
    expect(await runCommand("ingest", path)).toEqual({ exitCode: 1, stdout: "", stderr });
  });

  it("rejects a missing path argument and an invalid workspace name", async () => {
    expect(await runCommand("ingest", folder, "--workspace", "../x")).toMatchObject({
      exitCode: 2,
      stdout: "",
    });
    expect(await runCommand("ingest")).toMatchObject({ exitCode: 2, stdout: "" });
  });
});
