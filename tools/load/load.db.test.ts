import { join } from "node:path";
import { getSavingsTotals } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { ingestPaths } from "@baton/ingest/pipeline";
import { listWrongTotals } from "@baton/ingest/test/expectations";
import { count, createFolder, put, select } from "@baton/ingest/test/scratch";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { loadDocuments } from "./documents";
import { loadHandoffs } from "./load";
import { planDays } from "./traffic";

const LOAD = { handoffs: 400, days: 2, end: Date.parse("2026-03-02T06:00:00Z"), seed: 1, connections: 1 };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  await loadHandoffs(database.url, { ...LOAD, workspaceId: "loaded" });
});
afterAll(() => database.drop());

describe("loadHandoffs", () => {
  it("creates handoffs of all kinds in their period, with totals that equal a recount", async () => {
    const { db } = database;
    expect(await count(db, "handoff")).toBe(LOAD.handoffs);
    expect(await count(db, "handoff where kind = 'return'")).toBeGreaterThan(0);
    expect(
      await count(db, "handoff where occurred_at not between '2026-02-28T06:00Z' and '2026-03-02T06:00Z'"),
    ).toBe(0);
    expect(await listWrongTotals(db)).toEqual([]);
  });

  it("stores the same rows as ingest does for the same lines", async () => {
    const { db } = database;
    const folder = await createFolder();
    try {
      for (const { path, lines } of await listFiles()) {
        const place = path.endsWith("session") ? "sessions" : join(".claude", "projects");
        await put(join(folder.path, place, `${path.split(" ")[1]}.jsonl`), lines);
      }
      await ingestPaths({ db, workspaceId: "ingested", paths: [folder.path] });
    } finally {
      await folder.remove();
    }
    expect(await count(db, "quarantined_line")).toBe(0);
    expect(await count(db, "line_shape")).toBe(0);
    for (const table of COMPARED) {
      const [loaded, ingested] = [await readTable(table, "loaded"), await readTable(table, "ingested")];
      expect(ingested.length, table).toBeGreaterThan(0);
      expect(loaded, table).toEqual(ingested);
    }
  });

  it("adds nothing if it is complete, adds missing days, and rejects another load in the workspace", async () => {
    const { db, url } = database;
    const added: string[] = [];
    await loadHandoffs(url, { ...LOAD, workspaceId: "loaded" }, ({ day }) => added.push(day));
    expect(added).toEqual([]);
    expect(await count(db, "handoff where workspace_id = 'loaded'")).toBe(LOAD.handoffs);

    const cut = loadHandoffs(url, { ...LOAD, workspaceId: "cut" }, () => {
      throw new Error("cut");
    });
    await expect(cut).rejects.toThrow("cut");
    expect(await count(db, "handoff where workspace_id = 'cut'")).toBeLessThan(LOAD.handoffs);
    await loadHandoffs(url, { ...LOAD, workspaceId: "cut" });
    expect(await readTable("handoff", "cut")).toEqual(await readTable("handoff", "loaded"));

    await expect(loadHandoffs(url, { ...LOAD, seed: 2, workspaceId: "loaded" })).rejects.toThrow(
      "another load",
    );
  });
});

describe("loadDocuments", () => {
  it("ingests manifests and tasks of each day once, and fills every tile", async () => {
    const { db, url } = database;
    const folder = await createFolder();
    const load = { ...LOAD, days: 1, workspaceId: "documents" };
    const days = planDays(load.handoffs, load).length;
    try {
      for (let run = 0; run < 2; run++) await loadDocuments(url, load, folder.path);
    } finally {
      await folder.remove();
    }
    expect(await count(db, "manifest where workspace_id = 'documents'")).toBe(8 * days);
    expect(await count(db, "task_attempt where workspace_id = 'documents'")).toBe(24 * days);
    expect(await count(db, "quarantined_line")).toBe(0);
    const time = { start: new Date(load.end - load.days * 86_400_000), end: new Date(load.end) };
    const range = { ...time, timeZone: "UTC" };
    const figures = await getSavingsTotals(db, { workspaceId: "documents", range, filter: {} });
    expect(figures.compressionRatio).toBeGreaterThan(1);
    expect(figures.overTarget.part).toBeGreaterThan(0);
    expect(figures.overTarget.part).toBeLessThan(figures.overTarget.whole);
  });
});

describe("planDays", () => {
  it("distributes all handoffs, with unique numbers", () => {
    const days = planDays(100_003, { days: 90, end: LOAD.end });
    expect(days.reduce((sum, { handoffs }) => sum + handoffs, 0)).toBe(100_003);
    for (const [index, { firstNumber, handoffs }] of days.entries()) {
      expect(days[index + 1]?.firstNumber ?? 100_003).toBe(firstNumber + handoffs);
    }
  });
});

/** Every table with rows from events, except the files, which are not on a disk here. */
const COMPARED = [
  "event",
  "event_identity",
  "handoff",
  "handoff_outline",
  "session",
  "compaction",
  "message_usage",
  "savings_by_pair",
  "savings_by_rule",
  "savings_by_workspace",
  "ungoverned_by_pair",
  "compactions_by_agent",
  "blocked_by_field",
  "field_by_pair",
];

async function listFiles() {
  return select(
    database.db,
    z.object({ path: z.string(), lines: z.string() }),
    `select path, string_agg(text || chr(10), '' order by sequence) as lines from event join source_file using (workspace_id, source_file_id)
      where event.workspace_id = 'loaded' and ordinal = 0 group by 1`,
  );
}

/** Returns the rows of a workspace without columns that differ in every workspace. */
/** Without the count of leaks, which only ingest finds. */
async function readTable(table: string, workspaceId: string) {
  const { rows } = await database.db.execute<{ row: string }>(
    sql`select (to_jsonb(each) - 'workspace_id' - 'source_file_id' - 'ingested_at' - 'leak_count')::text as row
      from ${sql.identifier(table)} each where workspace_id = ${workspaceId} order by 1`,
  );
  return [...rows].map(({ row }) => row);
}
