import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createTestDatabase } from "@baton/db/test";
import { claimSourceFile, ensureWorkspace, registerSource } from "@baton/db/write";
import { afterEach, beforeEach, expect, it } from "vitest";
import { append, contextHandoff, count, createFolder, put } from "../../test/scratch";
import { createContext } from "./create-context";
import { ingestBatch } from "./ingest-batch";
import { type FileOnDisk, listFiles } from "./list-files";
import { type Tracking, trackFiles } from "./track-files";

const KEY = { workspaceId: "w" };
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
let sourceId = 0;
let log = "";

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await createFolder();
  await ensureWorkspace(database.db, KEY);
  sourceId = await registerSource(database.db, { ...KEY, root: folder.path });
  log = await put(join(folder.path, "sessions", "log.jsonl"), "");
});
afterEach(async () => {
  await database.drop();
  await folder.remove();
});

/** @param files the listing of the folder; the current files by default. */
async function track(files?: readonly FileOnDisk[]): Promise<Tracking> {
  const listAgain = () => listFiles(folder.path);
  const sourced = (files ?? (await listAgain())).map((file) => ({ ...file, sourceId }));
  return trackFiles(database.db, {
    ...KEY,
    files: sourced,
    isListed: () => true,
    isUnchanged: () => false,
    wasThere: () => false,
    listAgain,
  });
}

async function readAll({ files }: Tracking): Promise<void> {
  const context = createContext({ db: database.db, storesContent: true });
  for (const file of files) await ingestBatch(context, file);
}

/** Rotates the log: it gets another name, and an empty file gets its name. */
async function rotate(name: string): Promise<void> {
  await rename(log, join(folder.path, "sessions", name));
  await writeFile(log, "");
}

/** Reads until no file moves. Asserts that each of the lines is stored once and none is recorded as lost. */
async function expectEachOnce(lineCount: number): Promise<void> {
  await append(log, contextHandoff());
  for (let tracking = await track(); ; tracking = await track()) {
    await readAll(tracking);
    if (!tracking.isUnsettled) break;
  }
  expect(await count(database.db, "event")).toBe(lineCount + 1);
  expect(await count(database.db, "audit_log where action = 'source.loss'")).toBe(0);
}

it("tracking a log that was renamed during the folder listing and is missing from it does not read it again", async () => {
  await append(log, contextHandoff(), contextHandoff());
  await readAll(await track());
  await append(log, contextHandoff());
  await rotate("log.first.jsonl");
  const torn = (await listFiles(folder.path)).filter(({ path }) => path === log);
  expect(await track(torn)).toMatchObject({ isUnsettled: true });
  await expectEachOnce(3);
});

it("tracking a log that was renamed after the folder listing does not confuse it with its successor", async () => {
  await append(log, contextHandoff(), contextHandoff());
  const before = await listFiles(folder.path);
  await readAll(await track());
  await rotate("log.first.jsonl");
  await append(log, contextHandoff());
  // Another process reads first.
  await readAll(await track());
  expect(await track(before)).toMatchObject({ isUnsettled: true });
  await expectEachOnce(3);
});

it("tracking an empty log that is renamed while it is read keeps the rows that were read", async () => {
  const [tracked] = (await track()).files;
  await append(log, contextHandoff(), contextHandoff());
  const key = { ...KEY, sourceFileId: tracked?.sourceFileId ?? 0 };
  let tracking: Promise<Tracking> | undefined;
  await database.db.transaction(async (tx) => {
    await claimSourceFile(tx, key);
    await ingestBatch(createContext({ db: tx, storesContent: true }), key);
    await rotate("log.first.jsonl");
    tracking = track();
    // Give it time to look up the log before these lines are stored, and to wait for the log's row.
    await sleep(300);
  });
  await tracking;
  await expectEachOnce(2);
});

it("tracking does not mark a file as deleted if another process found it after this listing", async () => {
  const before = await listFiles(folder.path);
  await put(join(folder.path, "sessions", "other.jsonl"), `${JSON.stringify(contextHandoff())}\n`);
  const { files } = await track();
  expect(await track(before)).toMatchObject({ isUnsettled: true });
  expect(await count(database.db, "source_file where state = 'gone'")).toBe(0);
  await readAll({ files, skipped: [], isUnsettled: false });
  await expectEachOnce(1);
});

it("tracking continues with other files while some keep changing places", async () => {
  const restless = Array.from({ length: 300 }, (_, index) =>
    join(folder.path, "sessions", `restless-${index}.jsonl`),
  );
  const replaceAll = () =>
    Promise.all(
      restless.map(async (path) => {
        await append(`${path}.new`, contextHandoff());
        await rename(`${path}.new`, path);
      }),
    );
  await replaceAll();
  await append(log, contextHandoff());
  const before = await listFiles(folder.path);
  await replaceAll();
  const tracking = await track(before);
  expect(tracking).toMatchObject({ isUnsettled: true, files: [{ path: log }] });
  await readAll(tracking);
  expect(await count(database.db, "event")).toBe(1);
  expect((await track()).files).toHaveLength(301);
});
