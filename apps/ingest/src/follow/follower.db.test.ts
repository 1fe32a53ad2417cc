import { appendFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createChance } from "@baton/core/test/chance";
import { type Connection, connect } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { testNodes } from "@baton/db/test/test-nodes";
import { ensureWorkspace, registerSource, updateIsFollowed } from "@baton/db/write";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { expectFilesInDatabase } from "../../test/expectations";
import { PATIENCE } from "../../test/patience";
import { append, contextHandoff, count, createFolder, put, select } from "../../test/scratch";
import { createContext } from "../pipeline/create-context";
import { verifyWorkspace } from "../verify/verify-workspace";
import { Follower, type Pace } from "./follower";

/** A fifth of the real waits. */
const QUICK: Pace = { sweep: 400, retry: 200 };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
let log: string;
const stops: (() => Promise<unknown>)[] = [];

let chance: () => number;
beforeEach(async ({ onTestFailed }) => {
  chance = createChance(onTestFailed);
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
  { db = database.db, ...options }: { db?: Connection["db"]; pace?: Pace } = { pace: QUICK },
): { follower: Follower; failures: string[] } {
  const failures: string[] = [];
  const context = createContext({ db, storesContent: true, batchBytes });
  const follower = new Follower(
    context,
    { onBatch: () => {}, onFailure: (doing) => failures.push(doing) },
    options,
  );
  follower.start();
  stops.push(() => follower.stop());
  return { follower, failures };
}

/** Opens separate connections, as another process would. */
function connectAsReplica(): Connection {
  const connection = connect(database.url, { max: 4 });
  stops.push(() => connection.close());
  return connection;
}

const expectEvents = (number: number) =>
  vi.waitFor(
    async () => expect(await count(database.db, "event where duplicate_of is null")).toBe(number),
    PATIENCE,
  );

// Citus passes the trigger's error on without its code, so that the lines go to the quarantine.
it.skipIf(testNodes().length > 0)(
  "Follower continues with other files while the database rejects two files",
  async () => {
    await database.db.execute(`
    create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'not now' using errcode = 'object_not_in_prerequisite_state'; end $$`);
    await database.db.execute(`
    create trigger refuse before insert on event for each row when (new.session_id like 'bad%') execute function refuse()`);
    for (const bad of ["bad-1", "bad-2"]) {
      const refused = await put(join(folder.path, "sessions", `${bad}.jsonl`), "");
      await append(refused, contextHandoff({ session_id: bad }));
    }
    // At the real pace: a delay by each failure has to show.
    const { failures } = follow(20_000, {});
    const expectFailures = (number: number) =>
      vi.waitFor(() => expect(failures.length).toBeGreaterThan(number), PATIENCE);
    const batches = 50;
    const read = async (events: number) => {
      const begun = performance.now();
      const note = "a batch of its own ".repeat(1_500);
      await append(log, ...Array.from({ length: batches }, () => contextHandoff({ note })));
      await expectEvents(events);
      return performance.now() - begun;
    };
    await expectFailures(4);
    const beside = await read(batches);
    await database.db.execute("drop trigger refuse on event");
    await expectEvents(batches + 2);
    const alone = await read(2 * batches + 2);
    // If each failure delayed the reader by a second, this would take ten times as long.
    expect(beside).toBeLessThan(4 * alone);
  },
);

it("Follower ignores a stopped source, and later continues after its last line", async () => {
  const other = await createFolder();
  stops.push(() => other.remove());
  const place = { workspaceId: "w", root: folder.path };
  const sourceId = await registerSource(database.db, place);
  await registerSource(database.db, { workspaceId: "w", root: other.path });
  const otherLog = await put(join(other.path, "sessions", "other.jsonl"), "");
  await append(log, contextHandoff());
  follow();
  await expectEvents(1);
  await updateIsFollowed(database.db, { workspaceId: "w", sourceId, isFollowed: false });
  // A pass in progress may have listed its sources before the change.
  await append(otherLog, contextHandoff());
  await expectEvents(2);
  await append(log, contextHandoff());
  await append(otherLog, contextHandoff());
  await expectEvents(3);
  const lines = `event where source_file_id in (select source_file_id from source_file where source_id = ${sourceId})`;
  expect(await count(database.db, lines)).toBe(1);
  expect(await count(database.db, "source_file where state = 'gone'")).toBe(0);
  await registerSource(database.db, place);
  await expectEvents(4);
});

describe("a file that fails at the same bytes", () => {
  const refuse = async (where: string) => {
    await database.db.execute(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$`);
    await database.db.execute(`create trigger refuse before insert on ${where} execute function refuse()`);
  };
  const file = z.object({ read_offset: z.coerce.number(), last_error: z.string().nullable() });
  const readFileRow = () => select(database.db, file, "select read_offset, last_error from source_file");

  it("continues after three attempts, without the failing line", async () => {
    await refuse("event for each row when (new.event_type = 'bad')");
    await append(log, contextHandoff(), { event_type: "bad" }, contextHandoff());
    const { failures } = follow();
    await expectEvents(2);
    expect(failures.length).toBeGreaterThanOrEqual(2);
    expect(
      await count(database.db, "quarantined_line where code = 'internal_error' and line_number = 2"),
    ).toBe(1);
    expect(await readFileRow()).toEqual([{ read_offset: (await stat(log)).size, last_error: null }]);
  });

  it("is paused and reported if the line cannot be quarantined, and tried again when it changes", async () => {
    await refuse("event for each row when (new.event_type = 'bad')");
    await database.db.execute(
      "create trigger refuse before insert on quarantined_line for each row execute function refuse()",
    );
    await append(log, contextHandoff());
    const { failures, follower } = follow();
    await expectEvents(1);
    const readOffset = (await stat(log)).size;
    await append(log, { event_type: "bad" });
    await vi.waitFor(() => expect(failures.length).toBeGreaterThanOrEqual(3), PATIENCE);
    // A change event may have arrived between the attempts.
    await sleep(QUICK.sweep);
    const tries = failures.length;
    await sleep(3 * QUICK.sweep);
    expect(failures).toHaveLength(tries);
    expect(follower.lags()).toEqual([]);
    const [stuck] = await readFileRow();
    expect(stuck?.read_offset).toBe(readOffset);
    expect(stuck?.last_error).toMatch(
      new RegExp(
        `^stopped at byte ${readOffset} since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC: Baton [\\d.]+ failed on it: PostgreSQL error .P0001.\\. Report this`,
      ),
    );
    const differences: string[] = [];
    await verifyWorkspace({
      db: database.db,
      workspaceId: "w",
      onDifference: ({ code, offset }) => differences.push(`${code} at ${offset}`),
    });
    expect(differences).toEqual([`not_read_further at ${readOffset}`]);
    await database.db.execute("drop trigger refuse on quarantined_line");
    await append(log, contextHandoff());
    await expectEvents(2);
    expect(await readFileRow()).toEqual([{ read_offset: (await stat(log)).size, last_error: null }]);
  });
});

it("Follower validates a manifest again when a file in its folder changes", async () => {
  const below = "artifacts/backend-architect/2026-03-01-plan/";
  const required_reading = [{ file: "parts/plan.md", description: "All steps" }];
  await put(
    join(folder.path, below, "manifest.json"),
    JSON.stringify({ from_agent: "backend-architect", artifacts_directory: below, required_reading }),
  );
  follow();
  const expectTokens = (tokens: number) =>
    vi.waitFor(
      async () =>
        expect(await count(database.db, `manifest where required_reading_tokens = ${tokens}`)).toBe(1),
      PATIENCE,
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
  it("reads appended lines, also in new and renamed files", async () => {
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

  it("starts reading a source within seconds of its registration, and stops when it is removed", async () => {
    const { follower, failures } = follow();
    const other = await createFolder();
    stops.push(other.remove);
    const file = await put(join(other.path, "sessions", "s.jsonl"), `${JSON.stringify(contextHandoff())}\n`);
    const sourceId = await registerSource(database.db, { workspaceId: "w", root: other.path });
    await expectEvents(1);
    await database.db.execute(`delete from source where source_id = ${sourceId}`);
    await sleep(2 * QUICK.sweep);
    await append(file, contextHandoff());
    await append(log, contextHandoff());
    await expectEvents(2);
    await sleep(500);
    await expectEvents(2);
    expect(follower.lags()).toEqual([]);
    expect(failures).toEqual([]);
  });

  it("reports a missing source, and reads the others", async () => {
    await registerSource(database.db, { workspaceId: "w", root: "/nowhere/at/all" });
    follow();
    await append(log, contextHandoff());
    await expectEvents(1);
    const row = z.object({ last_error: z.string() });
    expect(
      await select(database.db, row, "select last_error from source where root like '/nowhere%'"),
    ).toEqual([{ last_error: "file or folder not found" }]);
  });

  it("commits the current batch when it is stopped, and resumes after it", async () => {
    await append(log, ...Array.from({ length: 500 }, () => contextHandoff()));
    const { follower } = follow(4_000);
    await vi.waitFor(async () => expect(await count(database.db, "event")).toBeGreaterThan(0), PATIENCE);
    const start = performance.now();
    await follower.stop();
    expect(performance.now() - start).toBeLessThan(5_000);
    const row = z.object({ read_offset: z.coerce.number(), line_count: z.coerce.number() });
    const [file] = await select(database.db, row, "select read_offset, line_count from source_file");
    expect(file?.line_count).toBe(await count(database.db, "event"));
    follow();
    await expectEvents(500);
    await expectFilesInDatabase(database.db, [log]);
  });

  it("shares files with other instances, each line once", async () => {
    for (let index = 0; index < 8; index++) await put(join(folder.path, "sessions", `s${index}.jsonl`), "");
    for (let replica = 0; replica < 3; replica++) follow(1_000, { db: connectAsReplica().db, pace: QUICK });
    for (let round = 0; round < 20; round++) {
      for (let index = 0; index < 8; index++) {
        await append(join(folder.path, "sessions", `s${index}.jsonl`), contextHandoff(), contextHandoff());
      }
    }
    await expectEvents(320);
    expect(await count(database.db, "event")).toBe(320);
    const sums = z.object({ n: z.coerce.number() });
    expect(
      await select(
        database.db,
        sums,
        "select sum(handoff_count) as n from savings_by_workspace where span = 60",
      ),
    ).toEqual([{ n: 320 }]);
    expect(await select(database.db, sums, "select sum(event_count) as n from session")).toEqual([
      { n: 320 },
    ]);
  });

  it("neither loses nor duplicates lines when its connections are cut repeatedly", async () => {
    const { failures } = follow(4_000);
    for (let round = 0; round < 10; round++) {
      await append(log, ...Array.from({ length: 20 }, () => contextHandoff()), "not json");
      await sleep(chance() * 60);
      await database.db
        .execute(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
        )
        .catch(() => {});
    }
    await expectEvents(200);
    await vi.waitFor(async () => expectFilesInDatabase(database.db, [log]), PATIENCE);
    expect(failures.length).toBeGreaterThan(0);
  });
});
