import { appendFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createChance } from "@baton/core/test/chance";
import { IS_SOAK_RUN, sizeOfRun } from "@baton/core/test/soak";
import { type Connection, connect, type Database } from "@baton/db";
import { migrate } from "@baton/db/migrate";
import { startTemporaryPostgres } from "@baton/db/server";
import { createTestDatabase, MIGRATIONS_FOLDER } from "@baton/db/test";
import { ensureWorkspace, registerSource } from "@baton/db/write";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { bundleChildren, type Child, type Children } from "../../test/children";
import { expectFilesInDatabase, listWrongTotals } from "../../test/expectations";
import { PATIENCE } from "../../test/patience";
import { restartPostgresAtOnce } from "../../test/restart-postgres";
import { contextHandoff, count, createFolder, put } from "../../test/scratch";
import { createContext } from "../pipeline/create-context";
import { ingestBatch } from "../pipeline/ingest-batch";
import { Follower } from "./follower";
import { SourceSweep } from "./source-sweep";

/** Pause between lines. The suite's writer is slow, so that its lines are soon read. */
const PAUSE_MILLISECONDS = sizeOfRun({ suite: 60, soak: 20 });
const LONG = sizeOfRun({ suite: 240_000, soak: 3_600_000 });
let folder: Awaited<ReturnType<typeof createFolder>>;
let chance: () => number;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(async ({ onTestFailed }) => {
  chance = createChance(onTestFailed);
  folder = await createFolder();
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await folder.remove();
});

async function createLogs(db: Database, number: number): Promise<string[]> {
  await ensureWorkspace(db, { workspaceId: "w" });
  await registerSource(db, { workspaceId: "w", root: folder.path });
  const names = Array.from({ length: number }, (_, index) =>
    join(folder.path, "sessions", `s${index}.jsonl`),
  );
  return Promise.all(names.map((path) => put(path, "")));
}

/**
 * Writes lines with characters of two, three and four bytes until stopped. Each line is written in two pieces
 * cut at a random byte.
 */
function writeOn(logs: readonly string[], pauseMilliseconds: number): { stop: () => Promise<void> } {
  let isWriting = true;
  const writing = (async () => {
    for (let line = 0; isWriting; line++) {
      const path = logs[line % logs.length] ?? "";
      const bytes = Buffer.from(`${JSON.stringify(contextHandoff({ audit_note: "é漢😀".repeat(20) }))}\n`);
      const cut = Math.floor(chance() * bytes.length);
      await appendFile(path, bytes.subarray(0, cut));
      await sleep(pauseMilliseconds / 2);
      await appendFile(path, bytes.subarray(cut));
      await sleep(pauseMilliseconds / 2);
    }
  })();
  const stop = async () => {
    isWriting = false;
    await writing;
  };
  stops.push(stop);
  return { stop };
}

async function expectExact(db: Database, logs: readonly string[]): Promise<void> {
  await vi.waitFor(() => expectFilesInDatabase(db, logs), PATIENCE);
  expect(await count(db, "source_file where duplicate_count > 0 or quarantined_count > 0")).toBe(0);
  expect(await listWrongTotals(db)).toEqual([]);
}

describe("ingest killed at random", () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let children: Children;
  beforeAll(async () => {
    children = await bundleChildren("./follow-child.ts");
  });
  afterAll(() => children.remove());
  beforeEach(async () => {
    database = await createTestDatabase();
    stops.push(database.drop);
  });

  /**
   * Starts a follower of all files.
   * @returns its process, once it has committed its first batch.
   */
  async function startFollower(): Promise<Child> {
    const child = children.start([database.url]);
    stops.push(child.kill);
    await child.firstPrint();
    return child;
  }

  it(
    "neither loses nor duplicates a line while a writer splits characters",
    async () => {
      const logs = await createLogs(database.db, 1);
      const writer = writeOn(logs, PAUSE_MILLISECONDS);
      for (let kill = 0; kill < sizeOfRun({ suite: 5, soak: 100 }); kill++) {
        const child = await startFollower();
        await sleep(chance() * 300);
        await child.kill();
      }
      await writer.stop();
      await startFollower();
      await expectExact(database.db, logs);
    },
    LONG,
  );

  it(
    "leaves its files to the other instances, which take over at once",
    async () => {
      const logs = await createLogs(database.db, 20);
      const writer = writeOn(logs, PAUSE_MILLISECONDS);
      const replicas = await Promise.all([startFollower(), startFollower(), startFollower()]);
      const takeovers: number[] = [];
      for (let kill = 0; kill < sizeOfRun({ suite: 2, soak: 30 }); kill++) {
        await sleep(sizeOfRun({ suite: 200, soak: 2_000 }));
        const place = kill % replicas.length;
        await replicas[place]?.kill();
        const [present] = await Promise.all(logs.map((path) => stat(path)));
        const start = performance.now();
        await vi.waitFor(async () => {
          const behind = `source_file where path = '${logs[0]}' and read_offset < ${(present?.size ?? 0) - 2_000}`;
          expect(await count(database.db, behind)).toBe(0);
        }, PATIENCE);
        takeovers.push(performance.now() - start);
        replicas[place] = await startFollower();
      }
      await writer.stop();
      await expectExact(database.db, logs);
      if (IS_SOAK_RUN) {
        console.info(`taken over in ${Math.round(Math.max(...takeovers))} ms at most`);
        expect(Math.max(...takeovers)).toBeLessThan(5_000);
      }
    },
    LONG,
  );

  it(
    "neither loses nor duplicates lines of files that are renamed and created again meanwhile",
    async () => {
      const [log = ""] = await createLogs(database.db, 1);
      const logs = [log];
      const replicas = await Promise.all([startFollower(), startFollower(), startFollower()]);
      for (let rotation = 1; rotation <= sizeOfRun({ suite: 12, soak: 200 }); rotation++) {
        for (let line = 0; line < 20; line++) {
          await appendFile(log, `${JSON.stringify(contextHandoff({ audit_note: `${rotation}.${line}` }))}\n`);
          await sleep(PAUSE_MILLISECONDS / 4);
        }
        const renamed = log.replace(".jsonl", `.${rotation}.old.jsonl`);
        await rename(log, renamed);
        await writeFile(log, "");
        logs.push(renamed);
        if (rotation % 2 === 0) {
          const place = (rotation / 2) % replicas.length;
          await replicas[place]?.kill();
          replicas[place] = children.start([database.url]);
        }
      }
      await expectExact(database.db, logs);
    },
    LONG,
  );

  it(
    "would fail this test if rows and cursor were not stored together",
    async () => {
      const [log = ""] = await createLogs(database.db, 1);
      await appendFile(
        log,
        Array.from({ length: 30 }, () => `${JSON.stringify(contextHandoff())}\n`).join(""),
      );
      const root = { workspaceId: "w", sourceId: 1, root: folder.path };
      let failures = 0;
      for (let isDone = false, calls = 3; !isDone; calls += 7) {
        const context = createContext({
          db: withoutTransactions(database.db, calls),
          storesContent: true,
          batchBytes: 2_000,
        });
        const sweep = new SourceSweep(database.db, "w");
        try {
          const [file] = await sweep.findChanges([root]);
          if (file)
            for (
              let outcome = await ingestBatch(context, file);
              outcome.status === "read" && !outcome.isAtEnd;
            )
              outcome = await ingestBatch(context, file);
          isDone = true;
        } catch {
          failures += 1;
        }
      }
      expect(failures).toBeGreaterThan(0);
      expect(await listWrongTotals(database.db)).not.toEqual([]);
    },
    LONG,
  );
});

/** Returns a database without transactions that fails at the given statement. */
function withoutTransactions(db: Database, dyingAt: number): Database {
  let calls = 0;
  const broken: Database = new Proxy(db, {
    get(target, key) {
      if (key === "transaction") return (run: (tx: Database) => unknown) => run(broken);
      if (key === "execute" || key === "update" || key === "insert") {
        calls += 1;
        if (calls === dyingAt) throw Object.assign(new Error("killed"), { code: "CONNECTION_CLOSED" });
      }
      return Reflect.get(target, key, target);
    },
  });
  return broken;
}

describe("PostgreSQL", () => {
  let server: Awaited<ReturnType<typeof startTemporaryPostgres>>;
  let connection: Connection;
  beforeEach(async () => {
    server = await startTemporaryPostgres();
    stops.push(server.stop);
    await migrate(server.url, MIGRATIONS_FOLDER);
    connection = connect(server.url, { max: 4 });
    stops.push(() => connection.close(1));
  });

  function follow(): string[] {
    const failures: string[] = [];
    const context = createContext({ db: connection.db, storesContent: true, batchBytes: 4_000 });
    const follower = new Follower(context, { onBatch: () => {}, onFailure: (doing) => failures.push(doing) });
    follower.start();
    stops.push(() => follower.stop());
    return failures;
  }

  it(
    "restarted repeatedly and at once neither loses nor duplicates a line",
    async () => {
      const logs = await createLogs(connection.db, 3);
      const writer = writeOn(logs, PAUSE_MILLISECONDS);
      const failures = follow();
      for (let restart = 0; restart < sizeOfRun({ suite: 2, soak: 10 }); restart++) {
        await sleep(sizeOfRun({ suite: 200, soak: 500 }) + chance() * sizeOfRun({ suite: 300, soak: 1_500 }));
        await restartPostgresAtOnce(server.port);
      }
      await writer.stop();
      await expectExact(connection.db, logs);
      expect(failures.length).toBeGreaterThan(0);
    },
    LONG,
  );
});
