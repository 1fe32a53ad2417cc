import { mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listReplayRequests, type QuarantineSelection } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { setRetention } from "@baton/services/erasure/set-retention";
import { requestReplay } from "@baton/services/quarantine/request-replay";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { append, contextHandoff, count, createFolder, select } from "../../test/scratch";
import { createContext } from "../pipeline/create-context";
import { ingestPaths } from "../pipeline/ingest-paths";
import { carryOutReplays, Replayer } from "./replayer";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
let workspaceId = "";
let path = "";
let made = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  made += 1;
  workspaceId = `w${made}`;
  folder = await createFolder();
  await mkdir(join(folder.path, "sessions"));
  path = join(folder.path, "sessions", "s1.jsonl");
  return () => folder.remove();
});

/** So long that only an announcement starts a replay. */
const NEVER = 600_000;

const ingest = () => ingestPaths({ db: database.db, workspaceId, paths: [folder.path] });
const note = (id: string, fields: object = {}) => ({
  event_type: "note",
  event_id: `${workspaceId}-${id}`,
  ...fields,
});
const request = (selection: QuarantineSelection = {}) =>
  database.db.transaction((tx) =>
    requestReplay(tx, { workspaceId, actor: { id: "u1", name: "Ada" }, selection }),
  );
const replay = async (selection: QuarantineSelection = {}) => {
  await request(selection);
  await carryOutReplays(createContext({ db: database.db, storesContent: true }));
  const [last] = await listReplayRequests(database.db, { workspaceId, limit: 1 });
  return last;
};
const Line = z.object({
  code: z.string(),
  message: z.string().nullable(),
  event: z.string().nullable(),
  by: z.string().nullable(),
});
const listLines = () =>
  select(
    database.db,
    Line,
    `select code, replay_message as message, replayed_event_id as event, replayed_by as by
     from quarantined_line where workspace_id = '${workspaceId}' order by sequence`,
  );
const countEvents = () => count(database.db, `event where workspace_id = '${workspaceId}'`);
/** Imitates an older Baton that rejected lines which this one imports. */
const refuseAsBefore = (eventType: string) =>
  database.db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into quarantined_line (workspace_id, source_file_id, generation, sequence, line_number, code, reason, text, byte_length, sha256)
      select workspace_id, source_file_id, generation, sequence, line_number, 'schema_error', 'an older Baton', text, byte_length, sha256
      from event where workspace_id = ${workspaceId} and event_type = ${eventType} and ordinal = 0`);
    await tx.execute(
      sql`update source_file set quarantined_count = 1, event_count = event_count - 1 where workspace_id = ${workspaceId}`,
    );
    await tx.execute(sql`delete from event_identity where workspace_id = ${workspaceId}
      and identity in (select identity from event where workspace_id = ${workspaceId} and event_type = ${eventType})`);
    await tx.execute(
      sql`delete from event where workspace_id = ${workspaceId} and event_type = ${eventType}`,
    );
  });

describe("replay", () => {
  it("imports a line from its stored text once, with its own position and time, after an upgrade of Baton", async () => {
    await append(
      path,
      note("a", { timestamp: "2026-03-01T10:00:00Z" }),
      note("b", { event_type: "refused" }),
      note("c"),
    );
    await ingest();
    const places = `select sequence::int as sequence, occurred_at::text as time, line_number::int as line from event where workspace_id = '${workspaceId}' order by sequence`;
    const Place = z.object({ sequence: z.number(), time: z.string(), line: z.number() });
    const before = await select(database.db, Place, places);
    await refuseAsBefore("refused");
    await rm(path);
    expect(await replay()).toMatchObject({
      state: "done",
      lineCount: 1,
      replayedCount: 1,
      requestedBy: "Ada",
    });
    expect(await select(database.db, Place, places)).toEqual(before);
    expect(await listLines()).toEqual([
      {
        code: "schema_error",
        message: "Imported from the stored text.",
        event: `${workspaceId}-b`,
        by: "Ada",
      },
    ]);
    expect(await request()).toBeNull();
    expect(
      await count(
        database.db,
        `source_file where workspace_id = '${workspaceId}' and event_count = 3 and quarantined_count = 0`,
      ),
    ).toBe(1);
  });

  it("reads truncated and masked lines from their file, if they are unchanged", async () => {
    const secret = ["ghp", "abcdefghijklmnopqrstuvwxyz0123456789"].join("_");
    await append(path, note("long", { event_type: "long", text: "x".repeat(80_000) }));
    await append(path, note("masked", { event_type: "masked", text: secret }));
    await ingest();
    await refuseAsBefore("long");
    await refuseAsBefore("masked");
    await database.db.execute(
      sql`update quarantined_line set text = left(text, 65536) where workspace_id = ${workspaceId}`,
    );
    expect(await replay({ code: "schema_error" })).toMatchObject({ replayedCount: 2, goneCount: 0 });
    expect((await listLines()).map(({ message }) => message)).toEqual(
      Array(2).fill("Imported from the file."),
    );
    expect(
      await count(database.db, `event where workspace_id = '${workspaceId}' and text like '%${secret}%'`),
    ).toBe(0);
  });

  it("reports a deleted line, and keeps it in quarantine", async () => {
    await append(path, note("long", { event_type: "long", text: "x".repeat(80_000) }), note("b"));
    await ingest();
    await refuseAsBefore("long");
    await database.db.execute(
      sql`update quarantined_line set text = left(text, 65536) where workspace_id = ${workspaceId}`,
    );
    await rm(path);
    await append(path, note("another"));
    await ingest();
    expect(await replay()).toMatchObject({ state: "done", replayedCount: 0, goneCount: 1 });
    const [line] = await listLines();
    expect(line).toMatchObject({ event: null, by: null });
    expect(line?.message).toMatch(
      /^It cannot be replayed: its file .*, and its stored text is masked or truncated/,
    );
  });

  it("imports a line that was fixed in its file, in place or with the whole file rewritten", async () => {
    const bad = JSON.stringify(contextHandoff({ tokens_saved: "600" }));
    await append(path, note("a", { text: "y".repeat(2_000) }), bad, note("b", { text: "z".repeat(2_000) }));
    await ingest();
    expect(await listLines()).toMatchObject([{ code: "schema_error", message: null }]);
    const start = (await readFile(path, "utf8")).indexOf(bad);
    const handle = await open(path, "r+");
    await handle.write(Buffer.from(bad.replace('"600"', "600  ")), 0, bad.length, start);
    await handle.close();
    expect(await replay()).toMatchObject({ replayedCount: 1 });
    expect(await listLines()).toMatchObject([{ message: "Imported from the fixed file." }]);
    expect(await countEvents()).toBe(3);

    const other = join(folder.path, "sessions", "s2.jsonl");
    await append(other, note("c"), "{ broken", note("d"));
    await ingest();
    await writeFile(
      other,
      (await readFile(other, "utf8")).replace("{ broken", JSON.stringify(note("mended"))),
    );
    await ingest();
    expect(await replay()).toMatchObject({ replayedCount: 1, refusedCount: 0 });
    expect((await listLines()).find(({ code }) => code === "not_json")).toMatchObject({
      event: `${workspaceId}-mended`,
      message: "Its file was fixed and read again, which imported the line.",
    });
    expect(
      await count(database.db, `event where workspace_id = '${workspaceId}' and duplicate_of is null`),
    ).toBe(6);
  });

  it("does not accept the line of another file as the fixed one", async () => {
    await append(path, note("a"), "{ broken", note("b"));
    await ingest();
    await rm(path);
    await append(path, note("of"), note("another"), note("log"));
    await ingest();
    expect(await replay()).toMatchObject({ replayedCount: 0, refusedCount: 1 });
  });

  it("tries only the requested lines, and returns their current errors", async () => {
    await append(path, "{ broken", "[1]", "{ broken");
    await ingest();
    await database.db.execute(
      sql`update quarantined_line set reason = 'old words' where workspace_id = ${workspaceId}`,
    );
    expect(await replay({ code: "not_json" })).toMatchObject({
      lineCount: 2,
      refusedCount: 2,
      replayedCount: 0,
    });
    const lines = await listLines();
    expect(lines.map(({ message }) => message?.slice(0, 27) ?? null)).toEqual([
      "Still not a valid event: it",
      null,
      "Still not a valid event: it",
    ]);
    expect(
      await count(
        database.db,
        `quarantined_line where workspace_id = '${workspaceId}' and try_count = 1 and reason <> 'old words'`,
      ),
    ).toBe(2);
    expect(await request({ sourceId: -1 })).toBeNull();
  });

  it("creates a partition again that was dropped since", async () => {
    await append(path, note("a", { event_type: "old", timestamp: "2019-05-01T10:00:00Z" }));
    await ingest();
    await refuseAsBefore("old");
    const context = createContext({ db: database.db, storesContent: true });
    context.knownMonths.add("2019-05");
    await database.db.execute(sql`drop table event_2019_05`);
    await request();
    await carryOutReplays(context);
    expect(await listReplayRequests(database.db, { workspaceId, limit: 1 })).toMatchObject([
      { state: "done", replayedCount: 1 },
    ]);
    expect(await countEvents()).toBe(1);
  });

  it("does not report an expired line as known", async () => {
    await append(path, note("a", { event_type: "old", timestamp: "2026-03-01T10:00:00Z" }));
    await ingest();
    await refuseAsBefore("old");
    await setRetention(database.db, { workspaceId, days: 30, actor: { id: "u1", name: "Ada" } });
    expect(await replay()).toMatchObject({ replayedCount: 1 });
    expect(await countEvents()).toBe(0);
    expect(await listLines()).toMatchObject([
      { message: "It was erased or its retention time is over. Nothing was stored." },
    ]);
  });

  it("imports a fixed document", async () => {
    const document = join(folder.path, "specs", "1_x", ".return-meta.json");
    await mkdir(join(folder.path, "specs", "1_x"), { recursive: true });
    await writeFile(document, "{ half");
    await ingest();
    await writeFile(document, JSON.stringify({ status: "implemented", session_id: "sess" }));
    await ingest();
    expect(await replay()).toMatchObject({ replayedCount: 1 });
    expect(await countEvents()).toBe(1);
  });
});

it("is performed by one of several running instances when it is requested", async () => {
  await append(path, ...Array.from({ length: 20 }, () => "{ broken"));
  await ingest();
  const context = createContext({ db: database.db, storesContent: true });
  const failures: unknown[] = [];
  const replayers = [1, 2].map(() => new Replayer(context, (_, error) => failures.push(error), NEVER));
  for (const replayer of replayers) replayer.start(database.url);
  await request();
  await expect
    .poll(async () => (await listReplayRequests(database.db, { workspaceId, limit: 1 }))[0], {
      timeout: 40_000,
    })
    .toMatchObject({ state: "done", refusedCount: 20 });
  await Promise.all(replayers.map((replayer) => replayer.stop()));
  expect(failures).toEqual([]);
});
