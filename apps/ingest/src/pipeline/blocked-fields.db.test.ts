import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { connect, type Database, listBlockedFields } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { addToBlockedFields } from "@baton/db/write";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listWrongTotals } from "../../test/expectations";
import { append, contextHandoff, count, createFolder, put } from "../../test/scratch";
import { ingestPaths } from "./ingest-paths";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await createFolder();
  await mkdir(join(folder.path, "sessions"));
});
afterEach(async () => {
  await folder.remove();
  await database.drop();
});

const RANGE = { start: new Date("2026-03-01"), end: new Date("2026-03-02"), timeZone: "UTC" };
/** The maximum per event. */
const ENTRIES = 2_000;
/** Lines whose fields together have more values than a statement can have parameters. */
const LINES = 7;

const ROUNDS = 5;

const outlineOf = (paths: readonly string[]) =>
  paths.map((path) => ({ path, tokens: 1, after: 0, cause: "blocked" as const }));
/** A handoff in which one field of each path was blocked, with one token each. */
const losing = (paths: readonly string[]) =>
  contextHandoff({ tokens_saved: paths.length, outline: outlineOf(paths) });
const factsOf = (paths: readonly string[]) => ({
  kind: "context" as const,
  mode: "scoped" as const,
  scopingState: "scoped" as const,
  outline: outlineOf(paths),
  savedByCause: {
    added: 0,
    mode: 0,
    not_allowed: 0,
    blocked: paths.length,
    dropped: 0,
    redacted: 0,
    extracted: 0,
    summarized: 0,
  },
});
/** Builds a path of the maximum byte length that cannot be compressed. */
const longPath = (place: number) =>
  Array.from({ length: 1_024 }, (_, at) =>
    String.fromCharCode(0x4e00 + ((place * 7_919 + at * at * 31 + at * 104_729) % 20_000)),
  ).join("");

describe("totals of blocked fields", () => {
  it("accept the maximum number of fields, and paths that an index would reject", async () => {
    const lines = Array.from({ length: LINES }, (_, line) =>
      losing(Array.from({ length: ENTRIES }, (_, place) => `line ${line}.field ${place}`)),
    );
    const long = Array.from({ length: 60 }, (_, place) => longPath(place));
    const odd = ["", "a\0b", "a\uD800b", "a\tb\n\\", "same", "same"];
    await append(join(folder.path, "sessions", "s.jsonl"), ...lines, losing(long), losing(odd));
    await ingestPaths({ db: database.db, workspaceId: "w", paths: [folder.path] });
    expect(await count(database.db, "quarantined_line")).toBe(0);
    expect(await count(database.db, "blocked_by_field where span = 1440")).toBe(
      LINES * ENTRIES + long.length + 5,
    );
    expect(await listWrongTotals(database.db)).toEqual([]);
    const { fields } = await listBlockedFields(database.db, { workspaceId: "w", range: RANGE, filter: {} });
    expect(fields[0]).toEqual({ path: "same", handoffCount: 2, tokens: 2 });
  });

  // Called directly: in a batch, the totals of the workspace are updated before, one transaction after the other.
  it("can be updated by two transactions at the same time without a deadlock", async () => {
    const paths = Array.from({ length: 1_000 }, (_, place) => `intake.field ${place}`);
    const add = (db: Database, names: readonly string[]) =>
      db.transaction((tx) =>
        addToBlockedFields(tx, "w", [{ occurredAt: RANGE.start, facts: factsOf(names) }]),
      );
    const second = connect(database.url, { max: 1 });
    try {
      for (let round = 0; round < ROUNDS; round += 1)
        await Promise.all([add(database.db, paths), add(second.db, paths.toReversed())]);
    } finally {
      await second.close();
    }
    expect(
      await count(database.db, `blocked_by_field where span = 1440 and handoff_count = ${2 * ROUNDS}`),
    ).toBe(1_000);
  });

  it("do not change when a file is read again", async () => {
    const path = join(folder.path, "sessions", "s.jsonl");
    const text = `${JSON.stringify(losing(["intake.ssn"]))}\n`;
    await put(path, text);
    await ingestPaths({ db: database.db, workspaceId: "w", paths: [folder.path] });
    // Rewritten and longer, as by an editor: a new generation with known events.
    await put(path, `${JSON.stringify({ event_type: "note" })}\n${text}`);
    await ingestPaths({ db: database.db, workspaceId: "w", paths: [folder.path] });
    expect(await count(database.db, "event where duplicate_of is not null")).toBe(1);
    expect(await count(database.db, "blocked_by_field where span = 60 and handoff_count = 1")).toBe(1);
    expect(await listWrongTotals(database.db)).toEqual([]);
  });
});
