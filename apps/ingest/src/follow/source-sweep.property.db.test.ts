import { existsSync } from "node:fs";
import { appendFile, copyFile, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sizeOfRun } from "@baton/core/test/soak";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace, registerSource } from "@baton/db/write";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createFolder, put, select } from "../../test/scratch";
import { createContext } from "../pipeline/create-context";
import { ingestBatch } from "../pipeline/ingest-batch";
import type { TrackedFile } from "../pipeline/track-files";
import { SourceSweep } from "./source-sweep";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/**
 * Actions of a writer, a rotation and a careless person on `log.jsonl`. `sync` lets ingest read everything,
 * `read some` one batch.
 */
const OPERATIONS = [
  "append",
  "append",
  "append many",
  "append part",
  "rotate by rename",
  "rotate by copy",
  "rotate and compress",
  "compress",
  "cut short",
  "cut short and grow past",
  "delete",
  "write anew in place",
  "replace",
  "restart",
  "read some",
  "sync",
  "sync",
] as const;
/** The last variant is a broken ingest that compares only sizes. The tests must catch it. */
type Operation = (typeof OPERATIONS)[number] | "forget how it ended";

let serial = 0;

/** A folder with a growing file, and the lines that the database must contain. */
class Model {
  readonly workspaceId: string;
  readonly #folder: string;
  readonly #sourceId: number;
  readonly #context = createContext({ db: database.db, storesContent: true, batchBytes: 350 });
  #sweep: SourceSweep;
  #pending: Buffer = Buffer.alloc(0);
  /** Files that a batch read only in part. */
  #behind: TrackedFile[] = [];
  /** IDs of all lines that were complete in any file when ingest read everything. */
  readonly expected = new Set<string>();
  /**
   * IDs and byte lengths of the lines that ingest knew of because it had read a part of their file. Such
   * lines may be lost.
   */
  readonly known = new Map<string, number>();

  private constructor(workspaceId: string, folder: string, sourceId: number) {
    this.workspaceId = workspaceId;
    this.#folder = folder;
    this.#sourceId = sourceId;
    this.#sweep = new SourceSweep(database.db, workspaceId);
  }

  static async create(folder: string): Promise<Model> {
    serial += 1;
    const workspaceId = `model-${serial}`;
    await ensureWorkspace(database.db, { workspaceId });
    return new Model(workspaceId, folder, await registerSource(database.db, { workspaceId, root: folder }));
  }

  async apply(operation: Operation, size: number): Promise<void> {
    const log = this.#path();
    const exists = (await readdir(join(this.#folder, "sessions"))).includes("log.jsonl");
    switch (operation) {
      case "append":
        await this.#write(Buffer.concat(Array.from({ length: 1 + (size % 4) }, () => this.#line(size))));
        break;
      case "append many":
        await this.#write(Buffer.concat(Array.from({ length: 12 }, () => this.#line(20 + (size % 10)))));
        break;
      case "append part": {
        const line = this.#line(size);
        const cut = 1 + (size % (line.length - 1));
        await this.#write(line.subarray(0, cut));
        this.#pending = line.subarray(cut);
        break;
      }
      case "rotate by rename":
        if (!exists) break;
        await this.#shift();
        await rename(log, this.#path(1));
        this.#pending = Buffer.alloc(0);
        break;
      case "rotate by copy":
        if (!exists) break;
        await this.#shift();
        await copyFile(log, this.#path(1));
        await truncate(log, 0);
        this.#pending = Buffer.alloc(0);
        break;
      case "rotate and compress":
        await this.apply(size % 2 === 0 ? "rotate by rename" : "rotate by copy", size);
        await this.apply("compress", size);
        break;
      case "compress": {
        const rotated = this.#path(1);
        if (!existsSync(rotated)) break;
        await writeFile(`${rotated}.gz`, gzipSync(await readFile(rotated)));
        await rm(rotated);
        break;
      }
      case "cut short":
        if (!exists) break;
        await truncate(log, size % ((await readFile(log)).length + 1));
        this.#pending = Buffer.alloc(0);
        break;
      case "cut short and grow past": {
        if (!exists) break;
        const { length } = await readFile(log);
        await truncate(log, size % (length + 1));
        this.#pending = Buffer.alloc(0);
        while ((await readFile(log)).length <= length) await this.#write(this.#line(20 + (size % 10)));
        break;
      }
      case "delete":
        await rm(log, { force: true });
        this.#pending = Buffer.alloc(0);
        break;
      case "write anew in place":
        await writeFile(log, this.#line(size));
        this.#pending = Buffer.alloc(0);
        break;
      case "replace":
        await writeFile(`${log}.tmp`, this.#line(size));
        await rename(`${log}.tmp`, log);
        this.#pending = Buffer.alloc(0);
        break;
      case "forget how it ended":
        await database.db.execute(
          `update source_file set end_fingerprint = null where workspace_id = '${this.workspaceId}'`,
        );
        break;
      case "restart":
        this.#sweep = new SourceSweep(database.db, this.workspaceId);
        this.#behind = [];
        break;
      case "read some":
        await this.#readSome();
        break;
      case "sync":
        await this.sync();
        break;
    }
  }

  async sync(): Promise<void> {
    for (const id of (await this.#listLines()).keys()) this.expected.add(id);
    for (let isSettled = false, rounds = 0; !isSettled; rounds++) {
      if (rounds > 10) throw new Error("the files never settle");
      isSettled = true;
      for (const file of await this.#takeChanges()) {
        let outcome = await ingestBatch(this.#context, file);
        while (outcome.status === "read" && !outcome.isAtEnd)
          outcome = await ingestBatch(this.#context, file);
        if (outcome.status !== "changed") continue;
        this.#sweep.trackAgain(file);
        isSettled = false;
      }
    }
  }

  async #readSome(): Promise<void> {
    let isAllKnown = true;
    for (const file of await this.#takeChanges()) {
      const outcome = await ingestBatch(this.#context, file);
      if (outcome.status === "read" && !outcome.isAtEnd) this.#behind.push(file);
      if (outcome.status !== "changed") continue;
      this.#sweep.trackAgain(file);
      isAllKnown = false;
    }
    if (!isAllKnown) return;
    for (const [id, bytes] of await this.#listLines()) this.known.set(id, bytes);
  }

  /** Returns the files with unread data, each once. */
  async #takeChanges(): Promise<TrackedFile[]> {
    const source = { workspaceId: this.workspaceId, sourceId: this.#sourceId, root: this.#folder };
    const files = [...this.#behind, ...(await this.#sweep.findChanges([source]))];
    this.#behind = [];
    return [...new Map(files.map((file) => [file.sourceFileId, file])).values()];
  }

  /** Returns the IDs of the complete lines in all files, with their byte lengths. */
  async #listLines(): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const name of await readdir(join(this.#folder, "sessions"))) {
      if (name.endsWith(".tmp")) continue;
      const bytes = await readFile(join(this.#folder, "sessions", name));
      const content = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
      for (const line of content.split("\n").slice(0, -1)) {
        const id = idOf(line);
        if (id !== null) found.set(id, Buffer.byteLength(line) + 1);
      }
    }
    return found;
  }

  #path(rotation?: number): string {
    return join(this.#folder, "sessions", `log.jsonl${rotation === undefined ? "" : `.${rotation}`}`);
  }

  /** Creates a line whose characters of two, three and four bytes may be cut anywhere. */
  #line(size: number): Buffer {
    serial += 1;
    const event = { event_type: "note", event_id: `id-${serial}`, text: "é漢😀".repeat(1 + (size % 30)) };
    return Buffer.from(`${JSON.stringify(event)}\n`);
  }

  async #write(bytes: Buffer): Promise<void> {
    await appendFile(this.#path(), Buffer.concat([this.#pending, bytes]));
    this.#pending = Buffer.alloc(0);
  }

  async #shift(): Promise<void> {
    for (const rotation of [2, 1]) {
      for (const end of ["", ".gz"]) {
        await rename(this.#path(rotation) + end, this.#path(rotation + 1) + end).catch(() => {});
      }
    }
  }
}

function idOf(line: string): string | null {
  try {
    return z.object({ event_id: z.string() }).parse(JSON.parse(line)).event_id;
  } catch {
    return null;
  }
}

/** Returns the IDs of the counted events, once per count. */
async function countedIds(workspaceId: string): Promise<string[]> {
  const rows = await select(
    database.db,
    z.object({ identity: z.string() }),
    `select identity from event where workspace_id = '${workspaceId}' and duplicate_of is null and identity is not null`,
  );
  return rows.map(({ identity }) => identity).sort();
}

const Loss = z.object({ cause: z.string(), lost_bytes: z.number().nullable() });

/** Returns the losses in the audit log. */
async function listLosses(workspaceId: string): Promise<z.infer<typeof Loss>[]> {
  const rows = await select(
    database.db,
    z.object({ details: z.string() }),
    `select details from audit_log where workspace_id = '${workspaceId}' and action = 'source.loss'`,
  );
  return rows.map(({ details }) => Loss.parse(JSON.parse(details)));
}

/** Returns the lines that ingest knew of, was not asserted to have read, and has not read. */
function missingOf(model: Model, counted: readonly string[]): Map<string, number> {
  const missing = new Map(model.known);
  for (const id of counted) missing.delete(id);
  for (const id of model.expected) missing.delete(id);
  return missing;
}

/**
 * Asserts that each line that ingest could read counts exactly once, and that no more known lines are missing
 * than the audit log lists as lost.
 */
function expectAccounted(
  model: Model,
  counted: readonly string[],
  losses: readonly z.infer<typeof Loss>[],
): void {
  const missing = missingOf(model, counted);
  const read = [...model.known.keys()].filter((id) => !missing.has(id));
  expect(counted).toEqual([...new Set([...model.expected, ...read])].sort());
  const missingBytes = [...missing.values()].reduce((sum, bytes) => sum + bytes, 0);
  // The line in which a file is truncated is lost with the rest of it.
  const tornBytes = Math.max(0, ...model.known.values());
  const lostBytes = losses.reduce(
    (sum, { lost_bytes }) => sum + (lost_bytes ?? Number.POSITIVE_INFINITY) + tornBytes,
    0,
  );
  expect(missingBytes).toBeLessThanOrEqual(lostBytes);
}

async function run(steps: readonly (readonly [Operation, number])[]): Promise<Model> {
  const folder = await createFolder();
  try {
    await put(join(folder.path, "sessions", "log.jsonl"), "");
    const model = await Model.create(folder.path);
    for (const [operation, size] of steps) await model.apply(operation, size);
    await model.sync();
    return model;
  } finally {
    await folder.remove();
  }
}

const step = fc.tuple(fc.constantFrom(...OPERATIONS), fc.nat({ max: 10_000 }));

describe("under arbitrary file operations", () => {
  it(
    "each line counts exactly once, or is a data loss with an audit entry",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
          const model = await run(steps);
          const { workspaceId } = model;
          expectAccounted(model, await countedIds(workspaceId), await listLosses(workspaceId));
        }),
        { numRuns: sizeOfRun({ suite: 15, soak: 500 }) },
      );
    },
    sizeOfRun({ suite: 300_000, soak: 7_200_000 }),
  );

  it("the test detects a line that is lost or counted twice", async () => {
    const model = await run([
      ["append", 3],
      ["sync", 0],
      ["append", 2],
    ]);
    const expected = [...model.expected].sort();
    expect(expected.length).toBe(7);
    const event = `event where workspace_id = '${model.workspaceId}'`;
    await database.db.execute(
      `update ${event.replace(" where", " set duplicate_of = 'x' where")} and sequence = 0`,
    );
    expect(await countedIds(model.workspaceId)).not.toEqual(expected);
  });

  it.each([
    ["rewritten", "write anew in place"],
    ["cut short", "cut short"],
    ["cut short", "cut short and grow past"],
    ["gone", "delete"],
  ] as const)(
    "a log that is %s before it was read completely is a recorded data loss: %s",
    async (cause, operation) => {
      const begin: [Operation, number][] = [
        ["append many", 1],
        ["append many", 1],
        ["read some", 0],
      ];
      // Truncate within the unread lines.
      const model = await run([...begin, [operation, 5_000]]);
      const { workspaceId } = model;
      const counted = await countedIds(workspaceId);
      expect(missingOf(model, counted).size).toBeGreaterThan(0);
      const losses = await listLosses(workspaceId);
      expect(losses).toMatchObject([{ cause }]);
      expectAccounted(model, counted, losses);
      expect(() => expectAccounted(model, counted, [])).toThrow();
    },
  );

  it("a log that was truncated and grew past its old length is not detected by its size alone", async () => {
    const model = await run([
      ["append many", 1],
      ["append many", 1],
      ["read some", 0],
      ["forget how it ended", 0],
      ["cut short and grow past", 5_000],
    ]);
    expect(await listLosses(model.workspaceId)).toEqual([]);
    expect(
      await countedIds(model.workspaceId).then((counted) => missingOf(model, counted).size),
    ).toBeGreaterThan(0);
  });

  it("the parts of a rotated log are recognized by their content, also if each was read in between", async () => {
    const model = await run([
      ["append", 3],
      ["sync", 0],
      ["append part", 7],
      ["sync", 0],
      ["rotate by copy", 0],
      ["sync", 0],
      ["append", 9],
      ["restart", 0],
      ["rotate by rename", 0],
      ["append", 1],
      ["sync", 0],
      ["cut short", 10],
      ["append", 2],
    ]);
    const row = z.object({ path: z.string(), state: z.string() });
    const files = await select(
      database.db,
      row,
      `select regexp_replace(path, '.*/', '') as path, state from source_file where workspace_id = '${model.workspaceId}' order by path`,
    );
    expect(files).toEqual([
      { path: "log.jsonl", state: "reading" },
      { path: "log.jsonl.1", state: "reading" },
      { path: "log.jsonl.2", state: "reading" },
    ]);
    expect(await countedIds(model.workspaceId)).toEqual([...model.expected].sort());
  });
});
