import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { appendFile, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Connection, connect } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace, registerSource } from "@baton/db/write";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { append, contextHandoff, count, createFolder, put, select } from "../../test/scratch";
import { createContext } from "../pipeline/create-context";
import { Follower } from "./follower";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
let log: string;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await createFolder();
  log = await put(join(folder.path, "sessions", "log.jsonl"), "");
  await ensureWorkspace(database.db, { workspaceId: "w" });
  await registerSource(database.db, { workspaceId: "w", root: folder.path });
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await folder.remove();
  await database.drop();
});

function follow(
  batchBytes = 20_000,
  { db }: Pick<Connection, "db"> = database,
): { follower: Follower; failures: string[] } {
  const failures: string[] = [];
  const context = createContext({ db, storesContent: true, batchBytes });
  const follower = new Follower(context, { onBatch: () => {}, onFailure: (doing) => failures.push(doing) });
  follower.start();
  stops.push(() => follower.stop());
  return { follower, failures };
}

/** Connections of its own, as another process has them. */
function connectAsReplica(): Connection {
  const connection = connect(database.url, { max: 4 });
  stops.push(() => connection.close());
  return connection;
}

async function eventually(check: () => Promise<void>, patienceMilliseconds = 30_000): Promise<void> {
  const deadline = Date.now() + patienceMilliseconds;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

const expectEvents = (number: number) =>
  eventually(async () => expect(await count(database.db, "event where duplicate_of is null")).toBe(number));

/** Every line of the file, by its hash, is in the database once, and nothing else is. */
async function expectFileInDatabase(path: string): Promise<void> {
  const lines = (await readFile(path, "utf8")).split("\n").slice(0, -1);
  const hashes = lines.map((line) => createHash("sha256").update(line).digest("hex")).sort();
  const row = z.object({ sha256: z.string() });
  const stored = await select(
    database.db,
    row,
    "select sha256 from event union all select sha256 from quarantined_line",
  );
  expect(stored.map(({ sha256 }) => sha256).sort()).toEqual(hashes);
}

it("judges a manifest anew when a file below its folder changes", async () => {
  const below = "artifacts/backend-architect/2026-03-01-plan/";
  const required_reading = [{ file: "parts/plan.md", description: "All steps" }];
  await put(
    join(folder.path, below, "manifest.json"),
    JSON.stringify({ from_agent: "backend-architect", artifacts_directory: below, required_reading }),
  );
  follow();
  const expectTokens = (tokens: number) =>
    eventually(async () =>
      expect(await count(database.db, `manifest where required_reading_tokens = ${tokens}`)).toBe(1),
    );
  await expectTokens(0);
  const file = await put(join(folder.path, below, "parts", "plan.md"), "one two");
  await expectTokens(2);
  await appendFile(file, " three");
  await expectTokens(3);
  await rm(file);
  await expectTokens(0);
});

describe("Follower", () => {
  it("reads what is added, in files that come later and after a rename too", async () => {
    follow();
    await append(log, contextHandoff());
    await expectEvents(1);
    await put(join(folder.path, "later", "sessions", "s2.jsonl"), `${JSON.stringify(contextHandoff())}\n`);
    await expectEvents(2);
    await rename(log, `${log}.1`);
    await append(`${log}.1`, contextHandoff());
    await append(log, contextHandoff());
    await expectEvents(4);
    expect(await count(database.db, "source_file where state = 'reading'")).toBe(3);
  });

  it("takes up a source within seconds of its registration, and drops one that is removed", async () => {
    const { follower, failures } = follow();
    const other = await createFolder();
    stops.push(other.remove);
    const file = await put(join(other.path, "sessions", "s.jsonl"), `${JSON.stringify(contextHandoff())}\n`);
    const sourceId = await registerSource(database.db, { workspaceId: "w", root: other.path });
    await expectEvents(1);
    await database.db.execute(`delete from source where source_id = ${sourceId}`);
    await sleep(3_000);
    await append(file, contextHandoff());
    await append(log, contextHandoff());
    await expectEvents(2);
    await sleep(500);
    await expectEvents(2);
    expect(follower.lags()).toEqual([]);
    expect(failures).toEqual([]);
  });

  it("says of a source that is not there what is the matter, and reads the others", async () => {
    await registerSource(database.db, { workspaceId: "w", root: "/nowhere/at/all" });
    follow();
    await append(log, contextHandoff());
    await expectEvents(1);
    const row = z.object({ last_error: z.string() });
    expect(
      await select(database.db, row, "select last_error from source where root like '/nowhere%'"),
    ).toEqual([{ last_error: "there is no such file or folder" }]);
  });

  it("commits the batch at hand when it is stopped, and goes on from there", async () => {
    await append(log, ...Array.from({ length: 500 }, () => contextHandoff()));
    const { follower } = follow(4_000);
    await eventually(async () => expect(await count(database.db, "event")).toBeGreaterThan(0));
    const start = performance.now();
    await follower.stop();
    expect(performance.now() - start).toBeLessThan(5_000);
    const row = z.object({ read_offset: z.coerce.number(), line_count: z.coerce.number() });
    const [file] = await select(database.db, row, "select read_offset, line_count from source_file");
    expect(file?.line_count).toBe(await count(database.db, "event"));
    follow();
    await expectEvents(500);
    await expectFileInDatabase(log);
  });

  it("shares files with others, each line once", async () => {
    for (let index = 0; index < 8; index++) await put(join(folder.path, "sessions", `s${index}.jsonl`), "");
    for (let replica = 0; replica < 3; replica++) follow(1_000, connectAsReplica());
    for (let round = 0; round < 20; round++) {
      for (let index = 0; index < 8; index++) {
        await append(join(folder.path, "sessions", `s${index}.jsonl`), contextHandoff(), contextHandoff());
      }
    }
    await expectEvents(320);
    expect(await count(database.db, "event")).toBe(320);
    const sums = z.object({ n: z.coerce.number() });
    expect(
      await select(database.db, sums, "select sum(handoff_count) as n from savings_by_pair_hour"),
    ).toEqual([{ n: 320 }]);
    expect(await select(database.db, sums, "select sum(event_count) as n from session")).toEqual([
      { n: 320 },
    ]);
  });

  it("loses and doubles nothing when its connections are cut, again and again", async () => {
    const { failures } = follow(4_000);
    for (let round = 0; round < 10; round++) {
      await append(log, ...Array.from({ length: 20 }, () => contextHandoff()), "not json");
      await sleep(Math.random() * 60);
      await database.db
        .execute(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
        )
        .catch(() => {});
    }
    await expectEvents(200);
    await eventually(async () => expectFileInDatabase(log));
    expect(failures.length).toBeGreaterThan(0);
  });

  it("waits out a full disk, and then stores what it could not", async () => {
    // A stand-in: filling a real disk needs root and a file system of its own.
    await database.db.execute(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`);
    await database.db.execute(
      "create trigger disk_full before insert on event for each row execute function refuse()",
    );
    await append(log, contextHandoff(), "not json", contextHandoff());
    const { failures } = follow();
    await eventually(async () => expect(failures.length).toBeGreaterThan(1));
    expect(await count(database.db, "quarantined_line")).toBe(0);
    await database.db.execute("drop trigger disk_full on event");
    await expectEvents(2);
    await expectFileInDatabase(log);
  });

  it("loses and doubles nothing when it is killed, again and again", async () => {
    const program = fileURLToPath(new URL("../../test/follow-child.ts", import.meta.url));
    const killed: ChildProcess[] = [];
    const start = () => {
      const child = spawn(process.execPath, ["--import", "tsx", program, database.url], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      killed.push(child);
      return child;
    };
    stops.push(async () => {
      for (const child of killed) child.kill("SIGKILL");
    });
    let isWriting = true;
    let lines = 0;
    const writing = (async () => {
      while (isWriting) {
        const line = Buffer.from(`${JSON.stringify(contextHandoff({ audit_note: "é漢😀".repeat(20) }))}\n`);
        const cut = Math.floor(Math.random() * line.length);
        await appendFile(log, line.subarray(0, cut));
        await sleep(5);
        await appendFile(log, line.subarray(cut));
        lines += 1;
      }
    })();
    for (let kill = 0; kill < 3; kill++) {
      const child = start();
      await once(child.stdout ?? child, "data");
      await sleep(Math.random() * 300);
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    isWriting = false;
    await writing;
    follow();
    await expectEvents(lines);
    await expectFileInDatabase(log);
    expect(await count(database.db, "source_file where duplicate_count > 0 or quarantined_count > 0")).toBe(
      0,
    );
  }, 120_000);
});
