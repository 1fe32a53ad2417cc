import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { startTemporaryPostgres } from "@baton/db/server";
import { createTemplateDatabase, createTestDatabase, runAsAdministrator } from "@baton/db/test";
import { ensureWorkspace, registerSource } from "@baton/db/write";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { expectFilesInDatabase, listWrongTotals } from "../../test/expectations";
import { PATIENCE } from "../../test/patience";
import { append, contextHandoff, count, createFolder, put, select } from "../../test/scratch";
import { giveToOwnerOf, mountSmallDisk } from "../../test/small-disk";
import { createContext } from "../pipeline/create-context";
import { Follower } from "./follower";

const DISK_MEGABYTES = 64;
const TABLESPACE = "small_disk";
const DISK_FULL = "53100";

const disk = await mountSmallDisk(DISK_MEGABYTES);
// Uses its own server: with a full disk it writes no checkpoint, so other tests could not create databases.
let server: Awaited<ReturnType<typeof startTemporaryPostgres>>;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
beforeAll(async () => {
  folder = await createFolder();
  server = await startTemporaryPostgres();
  const { administratorUrl } = server;
  await createTemplateDatabase(administratorUrl);
  if (disk) await createTablespace(administratorUrl, disk.path);
  database = await createTestDatabase({ administratorUrl, tablespace: disk ? TABLESPACE : undefined });
});
afterAll(async () => {
  await database.drop();
  await server.stop();
  await disk?.remove();
  await folder.remove();
});

async function createTablespace(administratorUrl: string, path: string): Promise<void> {
  const any = await createTestDatabase({ administratorUrl });
  const [row] = await select(
    any.db,
    z.object({ data: z.string() }),
    "select current_setting('data_directory') as data",
  );
  await any.drop();
  const location = join(path, "tables");
  await mkdir(location);
  for (const own of [path, location]) await giveToOwnerOf(own, row?.data ?? "");
  await runAsAdministrator(administratorUrl, `create tablespace ${TABLESPACE} location '${location}'`);
}

/** Used if nothing can be mounted: every insert fails as on a full disk. */
const REFUSE = [
  `create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'No space left on device' using errcode = '${DISK_FULL}'; end $$`,
  "create trigger disk_full before insert on event for each row execute function refuse()",
];

const fill = async () => {
  if (disk) return disk.fill();
  for (const statement of REFUSE) await database.db.execute(statement);
};
const clear = () => disk?.clear() ?? database.db.execute("drop trigger disk_full on event");

/** Returns PostgreSQL's error code. */
function codeOf(error: unknown): unknown {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error && "code" in cause ? cause.code : undefined;
}

it(`Follower waits while the disk is full, and then stores the missing rows${disk ? "" : " (simulated by a writer that raises 53100)"}`, async () => {
  const log = await put(join(folder.path, "sessions", "log.jsonl"), "");
  await ensureWorkspace(database.db, { workspaceId: "w" });
  await registerSource(database.db, { workspaceId: "w", root: folder.path });
  await append(log, contextHandoff());
  const codes: unknown[] = [];
  const context = createContext({ db: database.db, storesContent: true, batchBytes: 50_000 });
  const follower = new Follower(context, {
    onBatch: () => {},
    onFailure: (_, error) => codes.push(codeOf(error)),
  });
  follower.start();
  try {
    const expectEvents = (number: number) =>
      vi.waitFor(async () => expect(await count(database.db, "event")).toBe(number), PATIENCE);
    await expectEvents(1);
    await fill();
    const audit_note = "a part of what has no room ".repeat(40);
    await append(log, ...Array.from({ length: 300 }, () => contextHandoff({ audit_note })), "not json");
    await vi.waitFor(
      () => expect(codes.filter((code) => code === DISK_FULL).length).toBeGreaterThan(1),
      PATIENCE,
    );
    expect(await count(database.db, "quarantined_line")).toBe(0);
    await clear();
    await expectEvents(301);
    await vi.waitFor(() => expectFilesInDatabase(database.db, [log]), PATIENCE);
    expect(await listWrongTotals(database.db)).toEqual([]);
  } finally {
    await follower.stop();
  }
});
