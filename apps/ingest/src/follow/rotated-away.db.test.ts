import { appendFile, copyFile, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createChance } from "@baton/core/test/chance";
import { sizeOfRun } from "@baton/core/test/soak";
import { listOpenLosses } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace, registerSource } from "@baton/db/write";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { bundleChildren, type Child, type Children } from "../../test/children";
import { PATIENCE } from "../../test/patience";
import { contextHandoff, count, createFolder, put, select } from "../../test/scratch";
import { verifyWorkspace } from "../verify/verify-workspace";

const LONG = sizeOfRun({ suite: 240_000, soak: 3_600_000 });
const workspaceId = "w";

let children: Children;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
let log: string;
let written: string[];
let chance: () => number;
beforeAll(async () => {
  children = await bundleChildren("./follow-child.ts");
});
afterAll(() => children.remove());
beforeEach(async ({ onTestFailed }) => {
  chance = createChance(onTestFailed);
  database = await createTestDatabase();
  folder = await createFolder();
  log = await put(join(folder.path, "sessions", "log.jsonl"), "");
  written = [];
  await ensureWorkspace(database.db, { workspaceId });
  await registerSource(database.db, { workspaceId, root: folder.path });
});
afterEach(async () => {
  await database.drop();
  await folder.remove();
});

/**
 * Adds lines to the log.
 * @returns their IDs.
 */
async function write(lineCount: number): Promise<string[]> {
  const lines = Array.from({ length: lineCount }, () => contextHandoff({ audit_note: "é漢😀".repeat(20) }));
  await appendFile(log, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const ids = lines.map(({ event_id }) => String(event_id));
  written.push(...ids);
  return ids;
}

async function listCounted(): Promise<string[]> {
  const rows = await select(
    database.db,
    z.object({ identity: z.string() }),
    `select identity from event where workspace_id = '${workspaceId}' and duplicate_of is null`,
  );
  return rows.map(({ identity }) => identity);
}

const listLosses = () => listOpenLosses(database.db, { workspaceId });

/** Starts an ingest that follows the folder, and waits until it has read the newest line. */
async function readAll(newest: string | undefined): Promise<Child> {
  const child = children.start([database.url]);
  if (newest === undefined) return child;
  try {
    await vi.waitFor(async () => expect(await listCounted()).toContain(newest), PATIENCE);
    return child;
  } catch (error) {
    await child.kill();
    throw error;
  }
}

/** Actions of a rotation on the log, named as in the manual of logrotate if possible. */
const ROTATIONS: Record<string, (number: number) => Promise<unknown>> = {
  "create, compress": async (number) => {
    await rename(log, `${log}.${number}`);
    await compress(`${log}.${number}`);
    await writeFile(log, "");
  },
  "copytruncate, compress": async (number) => {
    await copyFile(log, `${log}.${number}`);
    await truncate(log);
    await compress(`${log}.${number}`);
  },
  "dateext, compress": async (number) => {
    const rotated = `${log}-202601${String(number).padStart(2, "0")}`;
    await rename(log, rotated);
    await compress(rotated);
  },
};

async function compress(path: string): Promise<void> {
  await writeFile(`${path}.gz`, gzipSync(await readFile(path)));
  await rm(path);
}

describe("a log rotated while ingest is stopped", () => {
  it.each(Object.keys(ROTATIONS))(
    "is resumed at its last position, each line once: %s",
    async (name) => {
      for (let round = 1; round <= sizeOfRun({ suite: 2, soak: 20 }); round++) {
        const child = await readAll((await write(20)).at(-1));
        await write(Math.floor(chance() * 5));
        // Kill the process, possibly in the middle of a batch.
        await child.kill();
        await write(30);
        await ROTATIONS[name]?.(round);
      }
      const child = await readAll((await write(1)).at(-1));
      await vi.waitFor(
        async () => expect((await listCounted()).sort()).toEqual([...written].sort()),
        PATIENCE,
      );
      await child.kill();
      expect(await listLosses()).toEqual([]);
      expect(await count(database.db, "source_file where duplicate_count > 0 or state <> 'reading'")).toBe(0);
      const report = await verifyWorkspace({
        db: database.db,
        workspaceId,
        onDifference: ({ message }) => expect.fail(message),
      });
      expect(report).toMatchObject({ lineCount: written.length, uncheckedCount: 0, waitingBytes: 0 });
    },
    LONG,
  );

  it("is read from the start of the compressed file if ingest never saw it", async () => {
    await write(10);
    await ROTATIONS["create, compress"]?.(1);
    const child = await readAll((await write(5)).at(-1));
    await vi.waitFor(async () => expect((await listCounted()).sort()).toEqual([...written].sort()), PATIENCE);
    await child.kill();
  });

  it.each([
    ["rewritten", "truncated and written on", async () => truncate(log)],
    ["rewritten", "replaced, its old content thrown away", async () => rm(log)],
    ["gone", "deleted", null],
  ] as const)(
    "is a data loss of unknown size since the last read: %s, %s",
    async (cause, _, lose) => {
      const start = new Date();
      const child = await readAll((await write(20)).at(-1));
      await child.kill();
      const lost = await write(100);
      await (lose ?? (() => rm(log)))();
      const again = await readAll(lose ? (await write(3)).at(-1) : undefined);
      await vi.waitFor(async () => expect(await listLosses()).toHaveLength(1), PATIENCE);
      await again.kill();
      const [loss] = await listLosses();
      expect(loss).toMatchObject({ cause, lostBytes: null, path: log });
      expect(loss?.since.getTime()).toBeGreaterThanOrEqual(start.getTime());
      expect(loss?.since.getTime()).toBeLessThan(loss?.noticedAt.getTime() ?? 0);
      const counted = await listCounted();
      expect(lost.filter((id) => counted.includes(id))).toEqual([]);
      expect(counted).toHaveLength(lose ? 23 : 20);
    },
    LONG,
  );

  it("causes no loss if it was edited with the same end, or deleted a day after its last line", async () => {
    const first = await put(join(folder.path, "sessions", "finished.jsonl"), "");
    await appendFile(first, `${JSON.stringify(contextHandoff())}\n`);
    const child = await readAll((await write(20)).at(-1));
    await vi.waitFor(async () =>
      expect(await count(database.db, "source_file where line_count > 0")).toBe(2),
    );
    await child.kill();
    await database.db.execute(
      `update source_file set last_read_at = (last_read_at at time zone 'UTC' - interval '25 hours') at time zone 'UTC'
        where path = '${first}'`,
    );
    await rm(first);
    const [line, ...rest] = (await readFile(log, "utf8")).split("\n");
    await writeFile(log, [line?.replace("coverage", "cover"), ...rest].join("\n"));
    const again = await readAll(undefined);
    await vi.waitFor(
      async () => expect(await count(database.db, "source_file where state = 'gone'")).toBe(1),
      PATIENCE,
    );
    await vi.waitFor(async () =>
      expect(await count(database.db, "source_file where generation = 1")).toBe(1),
    );
    await again.kill();
    expect(await listLosses()).toEqual([]);
  });
});
