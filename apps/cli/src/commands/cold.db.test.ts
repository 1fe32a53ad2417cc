import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listStoredRecords } from "@baton/db";
import { coldFile } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../test/run-command";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
/** Stops a hanging test; not a performance bound. */
const PATIENCE_MILLISECONDS = 240_000;
const DAYS = ["2026-03-01", "2026-03-02", "2026-03-31", "2026-04-01"];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
let store: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "baton-cold-command-"));
  store = join(folder, "store");
  await mkdir(join(folder, "sessions"));
  const lines = DAYS.flatMap((day) =>
    Array.from({ length: 300 }, (_, n) => {
      const timestamp = new Date(Date.parse(`${day}T00:00:00Z`) + n * 280_000).toISOString();
      return JSON.stringify({
        event_type: "note",
        session_id: "s1",
        timestamp,
        text: `Line ${n} of ${day}: é "€"`,
      });
    }),
  );
  await writeFile(join(folder, "sessions", "s1.jsonl"), `${lines.join("\n")}\n`);
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("BATON_COLD_STORE", store);
  await runCommand("ingest", join(folder, "sessions"));
});
beforeEach(() => {
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("BATON_COLD_STORE", store);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
  await database.drop();
});

async function readRecords() {
  const [since, until] = [new Date("2026-03-01T00:00:00Z"), new Date("2026-05-01T00:00:00Z")];
  const first = await listStoredRecords(database.db, { workspaceId: "default", since, until, cursor: null });
  const second = await listStoredRecords(database.db, {
    workspaceId: "default",
    since,
    until,
    cursor: first.next,
  });
  return [...first.records, ...second.records];
}

async function listFiles(): Promise<string[]> {
  return (await readdir(store, { recursive: true })).filter((name) => name.includes(".parquet"));
}

/** Runs `baton cold move` in a process of its own, and kills it some time after it began with a day. */
async function moveAndKill(day: string, milliseconds: number): Promise<void> {
  const child = spawn(process.execPath, ["--import", "tsx", MAIN, "cold", "move", "--before", "2026-04"], {
    env: { ...process.env, DATABASE_URL: database.url, BATON_COLD_STORE: store },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let told = "";
  child.stderr.on("data", (chunk: Buffer) => {
    told += chunk.toString();
    if (told.includes(day)) setTimeout(() => child.kill("SIGKILL"), milliseconds);
  });
  await new Promise((resolve) => child.on("exit", resolve));
  expect(told).toContain(day);
}

describe("baton cold", () => {
  it(
    "loses nothing if it is killed while it moves a month, and verify and pages stay the same",
    async () => {
      const verified = (await runCommand("verify")).stdout;
      const records = await readRecords();
      expect(records).toHaveLength(1_200);
      await moveAndKill("2026-03-01", 30);
      await moveAndKill("2026-03-02", 120);
      expect(await readRecords()).toEqual(records);
      const { stdout, exitCode } = await runCommand("cold", "move", "--before", "2026-04", "--json");
      expect(exitCode).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ ok: true });
      const files = await database.db.select().from(coldFile);
      expect(files).toMatchObject([{ state: "stored" }, { state: "stored" }, { state: "stored" }]);
      expect((await listFiles()).sort()).toEqual(files.map(({ path }) => path).sort());
      expect(files.reduce((sum, { rowCount }) => sum + rowCount, 0)).toBe(900);
      expect(await readRecords()).toEqual(records);
      const bytes = files.reduce((sum, { byteLength }) => sum + byteLength, 0).toLocaleString("en-US");
      expect((await runCommand("verify")).stdout).toBe(
        verified.replace("Verified:", `Cold storage: 3 files, 900 rows, ${bytes} bytes.\nVerified:`),
      );
    },
    PATIENCE_MILLISECONDS,
  );

  it("lists its files, restores a month, and then has none", async () => {
    const { files } = JSON.parse((await runCommand("cold", "list", "--json")).stdout);
    expect(files).toMatchObject([
      { table: "event", day: "2026-03-01", rows: 300 },
      { day: "2026-03-02" },
      { day: "2026-03-31" },
    ]);
    const restored = await runCommand("cold", "restore", "2026-03");
    expect(restored.stdout).toMatch(/^2026-03: restored 900 rows, 3 files/);
    expect(await listFiles()).toEqual([]);
    expect(await database.db.execute(sql`select 1 from event where cold_bytes is not null`)).toMatchObject({
      rowCount: 0,
    });
    expect((await runCommand("verify")).stdout).not.toContain("Cold storage");
  });

  it("fails in verify with the name of a missing file", async () => {
    await runCommand("cold", "move", "--before", "2026-04");
    const [file = ""] = (await listFiles()).sort();
    await rm(join(store, file));
    const { stdout, exitCode } = await runCommand("verify");
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`${file}: the file is missing from the cold store ${store}`);
    const { findings } = JSON.parse((await runCommand("verify", "--json")).stdout);
    expect(findings).toMatchObject([
      { code: "cold_file", path: file, hint: expect.stringContaining("backup") },
    ]);
  });

  it("names the missing variable, and the months that can move", async () => {
    vi.stubEnv("BATON_COLD_STORE", "");
    expect((await runCommand("cold", "move", "--before", "2026-04")).stderr).toContain(
      "set BATON_COLD_STORE",
    );
    expect((await runCommand("cold", "move", "--before", "2999-01")).stderr).toContain("has not begun");
  });
});
