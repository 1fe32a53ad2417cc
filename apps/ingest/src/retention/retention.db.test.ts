import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  ensurePartitions,
  getRetention,
  listBlockedFields,
  listDroppedLines,
  previewRetention,
} from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { applyRetention } from "@baton/services/erasure/apply-retention";
import { requestErasure } from "@baton/services/erasure/request-erasure";
import { setRetention } from "@baton/services/erasure/set-retention";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { append, contextHandoff, count, createFolder, put, select } from "../../test/scratch";
import { createContext } from "../pipeline/create-context";
import { ingestPaths } from "../pipeline/ingest-paths";
import { RetentionWorker } from "./retention-worker";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
let file: string;

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await createFolder();
  await mkdir(join(folder.path, "sessions"));
  file = join(folder.path, "sessions", "s1.jsonl");
});
afterEach(async () => {
  await folder.remove();
  await database.drop();
});

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();
const actor = { id: "u1", name: "An admin" };
const ingest = (workspaceId = "w1") =>
  ingestPaths({ db: database.db, workspaceId, paths: [folder.path], storesContent: true });
const keep = (days: number | null, workspaceId = "w1") =>
  setRetention(database.db, { workspaceId, days, actor });
const eventsOf = (workspaceId = "w1") => count(database.db, `event where workspace_id = '${workspaceId}'`);
const savedOf = async (workspaceId = "w1") => {
  const [row] = await select(
    database.db,
    z.object({ saved: z.coerce.number() }),
    `select coalesce(sum(saved_tokens), 0) as saved from savings_by_pair where span = 60 and workspace_id = '${workspaceId}'`,
  );
  return row?.saved;
};
const blockedIn = async (workspaceId = "w1") => {
  const range = { start: new Date(daysAgo(365)), end: new Date(), timeZone: "UTC" };
  return (await listBlockedFields(database.db, { workspaceId, range, filter: {} })).fields;
};

async function writeHistory(): Promise<void> {
  const outline = [{ path: "intake.ssn", tokens: 20, after: 0, cause: "blocked" }];
  await append(
    file,
    contextHandoff({ timestamp: daysAgo(200), outline }),
    contextHandoff({ timestamp: daysAgo(199) }),
    contextHandoff({ timestamp: daysAgo(40), outline }),
    contextHandoff({ timestamp: daysAgo(1), outline }),
  );
}

describe("the retention of a workspace", () => {
  it("removes older rows in batches or by dropping partitions, and keeps the totals", async () => {
    await writeHistory();
    await ingest();
    await ingest("other");
    const before = await savedOf();
    await keep(30);
    expect(await previewRetention(database.db, { workspaceId: "w1", days: 30 })).toMatchObject({
      eventCount: 3,
    });
    const removed = await applyRetention(database.db);
    expect(removed.get("w1")).toMatchObject({ event: 3, handoff: 3 });
    expect([await eventsOf(), await eventsOf("other")]).toEqual([1, 4]);
    expect(await savedOf()).toBe(before);
    expect(await blockedIn()).toEqual([{ path: "intake.ssn", handoffCount: 3, tokens: 60 }]);
    expect((await getRetention(database.db, { workspaceId: "w1" })).appliedAt).toBeInstanceOf(Date);
    expect((await applyRetention(database.db)).size).toBe(0);
  });

  it("drops partitions that no workspace needs, and records their lines as expired", async () => {
    await writeHistory();
    await ingest();
    const old = `event_${daysAgo(200).slice(0, 7).replace("-", "_")}`;
    await ingest("for-ever");
    await keep(30);
    await applyRetention(database.db);
    const tableCount = () => count(database.db, `pg_class where relname = '${old}'`);
    expect(await tableCount()).toBe(1);
    await keep(90, "for-ever");
    await keep(null, "default");
    await database.db.execute("delete from workspace where workspace_id not in ('w1', 'for-ever')");
    const removed = await applyRetention(database.db);
    expect(removed.get("for-ever")).toMatchObject({ event: 2 });
    expect(await tableCount()).toBe(0);
    const [fileRow] = await select(
      database.db,
      z.object({ id: z.coerce.number() }),
      "select source_file_id as id from source_file where workspace_id = 'for-ever'",
    );
    const dropped = await listDroppedLines(database.db, {
      workspaceId: "for-ever",
      sourceFileId: fileRow?.id ?? 0,
      generation: 0,
    });
    expect(dropped).toMatchObject([{ cause: "expired", lineCount: 2, firstSequence: 0 }]);
    expect(await eventsOf("for-ever")).toBe(2);
  });

  it("does not import removed or equally old lines again, even if the retention was extended since", async () => {
    await writeHistory();
    await ingest();
    await keep(30);
    await applyRetention(database.db);
    const saved = await savedOf();
    await keep(365);
    const text = await readFile(file, "utf8");
    await rm(file);
    await put(file, `${JSON.stringify(contextHandoff({ timestamp: daysAgo(2), tokens_saved: 5 }))}\n${text}`);
    await ingest();
    // Only lines within the retention remain: the new one, and one whose identity is known and does not count
    // again.
    expect(await eventsOf()).toBe(3);
    expect(await savedOf()).toBe((saved ?? 0) + 5);
    expect(await blockedIn()).toEqual([{ path: "intake.ssn", handoffCount: 3, tokens: 60 }]);
  });

  it("is recorded in the audit log with its previous value, and with the removed rows", async () => {
    await writeHistory();
    await ingest();
    await keep(30);
    await keep(60);
    await applyRetention(database.db);
    const Row = z.object({ action: z.string(), details: z.string() });
    const rows = await select(database.db, Row, "select action, details from audit_log order by sequence");
    expect(rows.map(({ action, details }) => [action, JSON.parse(details)])).toMatchObject([
      ["retention.set", { before: null, after: 30 }],
      ["retention.set", { before: 30, after: 60 }],
      ["retention.apply", { removed: { event: 2 } }],
    ]);
  });

  it("creates a dropped partition again if a workspace without retention imports older lines", async () => {
    await ensurePartitions(database.db, [new Date(daysAgo(200))]);
    await database.db.execute("insert into workspace (workspace_id, name) values ('w1', 'w1')");
    await keep(30);
    await applyRetention(database.db);
    await writeHistory();
    await ingest("later");
    expect(await eventsOf("later")).toBe(4);
  });
});

describe("RetentionWorker", () => {
  it("performs requested work soon, without a restart, and reports it", async () => {
    await writeHistory();
    await ingest();
    const reported: string[] = [];
    const keeper = new RetentionWorker(createContext({ db: database.db, storesContent: true }), {
      onErased: ({ kind }) => reported.push(`erased ${kind}`),
      onRemoved: (workspaceId, rows) => reported.push(`removed ${rows.event} of ${workspaceId}`),
      onAuditHead: () => {},
      onFailure: (doing, error) => reported.push(`${doing}: ${error}`),
    });
    keeper.start();
    try {
      await keep(30);
      await expect.poll(() => reported, { timeout: 20_000 }).toEqual(["removed 3 of w1"]);
      await requestErasure(database.db, { workspaceId: "w1", kind: "session", id: "s1", actor });
      await expect.poll(() => reported, { timeout: 20_000 }).toEqual(["removed 3 of w1", "erased session"]);
      expect(await eventsOf()).toBe(0);
    } finally {
      await keeper.stop();
    }
  });
});
