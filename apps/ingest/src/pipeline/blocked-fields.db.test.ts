import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { connect, listBlockedFields } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
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

const ROUNDS = 12;

/** A handoff in which one field of each path was blocked, with one token each. */
const losing = (paths: readonly string[], fields: Record<string, unknown> = {}) =>
  contextHandoff({
    ...fields,
    tokens_saved: paths.length,
    outline: paths.map((path) => ({ path, tokens: 1, after: 0, cause: "blocked" })),
  });
/** Builds a path of the maximum byte length that cannot be compressed. */
const longPath = (place: number) =>
  Array.from({ length: 1_024 }, (_, at) =>
    String.fromCharCode(0x4e00 + ((place * 7_919 + at * at * 31 + at * 104_729) % 20_000)),
  ).join("");

describe("totals of blocked fields", () => {
  it("accept the maximum number of fields, and paths that an index would reject", async () => {
    const lines = Array.from({ length: 20 }, (_, line) =>
      losing(Array.from({ length: ENTRIES }, (_, place) => `line ${line}.field ${place}`)),
    );
    const long = Array.from({ length: 60 }, (_, place) => longPath(place));
    const odd = ["", "a\0b", "a\uD800b", "a\tb\n\\", "same", "same"];
    await append(join(folder.path, "sessions", "s.jsonl"), ...lines, losing(long), losing(odd));
    await ingestPaths({ db: database.db, workspaceId: "w", paths: [folder.path] });
    expect(await count(database.db, "quarantined_line")).toBe(0);
    expect(await count(database.db, "blocked_by_field where span = 1440")).toBe(
      20 * ENTRIES + long.length + 5,
    );
    expect(await listWrongTotals(database.db)).toEqual([]);
    const { fields } = await listBlockedFields(database.db, { workspaceId: "w", range: RANGE, filter: {} });
    expect(fields[0]).toEqual({ path: "same", handoffCount: 2, tokens: 2 });
  });

  it("can be updated by two transactions at the same time without a deadlock", async () => {
    const paths = Array.from({ length: 1_000 }, (_, place) => `intake.field ${place}`);
    const apart = {
      from_agent_id: "other",
      to_agent_id: "others",
      governance_rule_id: "another",
      handoff_mode: "full",
    };
    const other = await createFolder();
    await mkdir(join(other.path, "sessions"));
    const second = connect(database.url, { max: 2 });
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        await append(join(folder.path, "sessions", `a${round}.jsonl`), losing(paths));
        await append(join(other.path, "sessions", `b${round}.jsonl`), losing(paths.toReversed(), apart));
      }
      await Promise.all([
        ingestPaths({ db: database.db, workspaceId: "w", paths: [folder.path] }),
        ingestPaths({ db: second.db, workspaceId: "w", paths: [other.path] }),
      ]);
    } finally {
      await other.remove();
      await second.close();
    }
    expect(await listWrongTotals(database.db)).toEqual([]);
    expect(
      await count(database.db, `blocked_by_field where span = 1440 and handoff_count = ${2 * ROUNDS}`),
    ).toBe(1_000);
    // The server aborts one transaction of a deadlock, which is then retried. Only the server's log reports
    // it.
    const ofThis = "datname = current_database()";
    expect(await count(database.db, `pg_stat_database where ${ofThis} and deadlocks > 0`)).toBe(0);
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
