import { randomBytes } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verifyAuditChain } from "@baton/core";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { MIGRATIONS_FOLDER } from "../test/database";
import { type Connection, connect } from "./client";
import { migrate } from "./migrate";
import { listAuditChain } from "./queries/audit";
import { recordAudit } from "./queries/audit-write";
import { ensurePartitions } from "./queries/partition";
import { getSavings, listSavingsByDay, listSavingsByModel } from "./queries/savings";
import { listCompactionDays } from "./queries/savings-compactions";
import { listBlockedFields } from "./queries/savings-fields";
import { listReceivedByDay } from "./queries/savings-received";
import type { SavingsFilter } from "./queries/savings-rows";
import { listPairTraffic, listRuleTraffic } from "./queries/savings-split";

/** The last migration of the release that the upgrade begins with: the first one with an audit log. */
const OLD_RELEASE = "0007_audit_log";
const MONTH = { start: new Date("2026-03-01Z"), end: new Date("2026-04-01Z"), timeZone: "UTC" };
const READERS = 3;

const name = `upgrade_${randomBytes(6).toString("hex")}`;
const url = inject("postgresUrl").replace(/\/[^/]*$/, `/${name}`);
const administrator = connect(inject("postgresUrl"), { max: 1 });
let database: Connection;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-upgrade-"));
  await administrator.db.execute(sql.raw(`create database ${name}`));
  await migrate(url, await copyMigrations("old", (entries) => entries.slice(0, indexOf(entries) + 1)));
  database = connect(url, { max: READERS + 1 });
  await fillOldDatabase();
});
afterAll(async () => {
  await database.close();
  await administrator.db.execute(sql.raw(`drop database ${name} with (force)`));
  await administrator.close();
  await rm(folder, { recursive: true });
});

interface JournalEntry {
  idx: number;
  version: string;
  when: number;
  tag: string;
  breakpoints: boolean;
}

const indexOf = (entries: JournalEntry[]) => entries.findIndex(({ tag }) => tag === OLD_RELEASE);

/** The folder of migrations as another release has it. */
async function copyMigrations(
  release: string,
  change: (entries: JournalEntry[]) => JournalEntry[],
): Promise<string> {
  const copy = join(folder, release);
  await cp(MIGRATIONS_FOLDER, copy, { recursive: true });
  const path = join(copy, "meta", "_journal.json");
  const journal = JSON.parse(await readFile(path, "utf8"));
  await writeFile(path, JSON.stringify({ ...journal, entries: change(journal.entries) }));
  return copy;
}

/**
 * 3,000 handoffs with their sums, by SQL, since today's program knows tables that the old database lacks.
 * Sums of 47 more, which retention has deleted, are left by pair.
 */
async function fillOldDatabase(): Promise<void> {
  const { db } = database;
  await ensurePartitions(db, [MONTH.start]);
  await db.execute(
    sql.raw(`
    insert into workspace (workspace_id, name) values ('team', 'Team');
    insert into session (workspace_id, session_id, format, started_at, last_event_at, handoff_count)
      values ('team', 's1', 'session', '2026-03-10T00:00Z', '2026-03-12T00:00Z', 3000);
    insert into handoff (workspace_id, occurred_at, source_file_id, generation, sequence, ordinal, event_id, session_id, kind,
        from_agent, to_agent, mode, rule_id, to_model, before_tokens, after_tokens, saved_tokens, saved_by_mode)
      select 'team', '2026-03-10T00:00Z'::timestamptz + n * interval '1 minute', 1, 0, n, 0, 'e' || n, 's1', 'context',
        'planner', 'builder', 'scoped', 'r1', 'm1', 100, 40, 60, 60
      from generate_series(1, 3000) as n;
    insert into savings_by_rule_hour (workspace_id, hour, rule_id, mode, to_model, handoff_count, before_tokens, after_tokens,
        saved_tokens, saved_by_mode)
      select 'team', date_trunc('hour', occurred_at, 'UTC'), 'r1', 'scoped', 'm1', count(*), sum(before_tokens), sum(after_tokens),
        sum(saved_tokens), sum(saved_by_mode) from handoff group by 2;
    insert into savings_by_pair_hour (workspace_id, hour, from_agent, to_agent, to_model, handoff_count, before_tokens, after_tokens,
        saved_tokens, saved_by_mode)
      select 'team', date_trunc('hour', occurred_at, 'UTC'), 'planner', 'builder', 'm1', count(*), sum(before_tokens),
        sum(after_tokens), sum(saved_tokens), sum(saved_by_mode) from handoff group by 2;
    insert into savings_by_pair_hour (workspace_id, hour, from_agent, to_agent, to_model, handoff_count, before_tokens, saved_tokens)
      values ('team', '2026-03-10T01:00Z', 'planner', 'builder', 'm2', 40, 500, 400);
    update savings_by_pair_hour set handoff_count = handoff_count + 7, saved_tokens = saved_tokens + 70
      where workspace_id = 'team' and hour = '2026-03-10T05:00Z';
    update handoff set saved_by_blocked = 9 where sequence <= 100;
    insert into handoff_outline (workspace_id, occurred_at, source_file_id, generation, sequence, ordinal, event_id, entries, is_truncated)
      select workspace_id, occurred_at, source_file_id, generation, sequence, ordinal, event_id, jsonb_build_array(
          jsonb_build_object('path', 'planner.ssn', 'tokens', 11, 'after', 2, 'cause', 'blocked'),
          jsonb_build_object('path', 'planner.huge', 'tokens', case sequence % 2 when 0 then 9007199254740991 else 5 end, 'after', 5, 'cause', 'blocked'),
          jsonb_build_object('path', repeat('é', 600), 'tokens', 3, 'after', 2, 'cause', 'blocked'),
          jsonb_build_object('path', 'planner.kept', 'tokens', 7)), false
      from handoff where sequence <= 200;
    insert into compaction (workspace_id, event_id, occurred_at, source_file_id, generation, sequence, ordinal, agent, trigger,
        before_tokens, after_tokens)
      values ('team', 'c1', '2026-03-10T03:00Z', 1, 0, 9001, 0, 'builder', 'auto', 900, 100),
        ('team', 'c2', '2026-03-10T04:00Z', 1, 0, 9002, 0, null, null, 50, null)`),
  );
  for (const subject of ["version 1", "version 2"])
    await db.transaction((tx) =>
      recordAudit(tx, {
        workspaceId: "team",
        actor: { id: "u1", name: "Ada" },
        action: "policy.publish",
        subject,
      }),
    );
}

/** What a program of the old release reads. */
const readAsBefore = () =>
  database.db.execute(sql`
    select (select sum(saved_tokens)::int from handoff where workspace_id = 'team') as handoffs,
      (select sum(saved_tokens)::int from savings_by_rule_hour where workspace_id = 'team') as hours,
      (select handoff_count::int from session where workspace_id = 'team' and session_id = 's1') as session,
      (select count(*)::int from audit_log where workspace_id = 'team') as audited`);

/** Migrates while others read all the time, and once more at the end. */
async function migrateUnderReaders(migrations: string): Promise<{ readCount: number; failures: unknown[] }> {
  let isOver = false;
  let readCount = 0;
  const failures: unknown[] = [];
  const read = async () => {
    for (let isLast = false; !isLast; ) {
      isLast = isOver;
      const expected = [{ handoffs: 180_000, hours: 180_000, session: 3_000, audited: 2 }];
      const found = await readAsBefore().catch((error: unknown) => error);
      readCount += 1;
      if (JSON.stringify(found) !== JSON.stringify(expected)) failures.push(found);
    }
  };
  const readers = Array.from({ length: READERS }, read);
  await migrate(url, migrations).finally(() => {
    isOver = true;
  });
  await Promise.all(readers);
  return { readCount, failures };
}

async function countMigrations(): Promise<number> {
  const [row] = await database.db.execute<{ count: number }>(
    sql`select count(*)::int as count from drizzle.__drizzle_migrations`,
  );
  return row?.count ?? 0;
}

describe("an upgrade of a database with data in it", () => {
  it("lets programs of the old release read on without an error, and keeps what they read", async () => {
    const before = await countMigrations();
    const { readCount, failures } = await migrateUnderReaders(MIGRATIONS_FOLDER);
    expect(failures).toEqual([]);
    expect(readCount).toBeGreaterThan(READERS);
    expect(await countMigrations()).toBeGreaterThan(before);
  });

  it("leaves what the new release shows as it was: sums, and the chain of the audit log", async () => {
    const scope = { workspaceId: "team", range: MONTH, filter: {} };
    expect(await getSavings(database.db, scope)).toMatchObject({
      handoffCount: 3_000,
      beforeTokens: 300_000,
      savedTokens: 180_000,
    });
    const rows = [];
    for await (const row of listAuditChain(database.db, { workspaceId: "team" })) rows.push(row);
    expect(verifyAuditChain(rows)).toMatchObject({ ok: true, recordCount: 2 });
  });

  it("knows of a pair's sums which rule they are of, as far as handoffs are left to say so", async () => {
    const ofPair = { from: "planner", to: "builder" };
    const saved = async (filter: SavingsFilter) => {
      const { handoffCount, savedTokens } = await getSavings(database.db, {
        workspaceId: "team",
        range: MONTH,
        filter,
      });
      return [handoffCount, savedTokens];
    };
    expect(await saved(ofPair)).toEqual([3_047, 180_470]);
    expect(await saved({ ...ofPair, ruleId: "r1" })).toEqual([3_000, 180_000]);
    expect(await saved({ ...ofPair, mode: "scoped", ruleId: "" })).toEqual([0, 0]);
    const days = await listSavingsByDay(database.db, {
      workspaceId: "team",
      range: { ...MONTH, timeZone: "Europe/Berlin" },
      filter: ofPair,
    });
    expect(days.reduce((sum, { savedTokens }) => sum + savedTokens, 0)).toBe(180_470);
  });

  it("has what was summed up before in the sums of weeks, of receivers and of models", async () => {
    const scope = { workspaceId: "team", range: MONTH, filter: {} };
    expect(await listPairTraffic(database.db, scope)).toEqual([
      {
        fromAgent: "planner",
        toAgent: "builder",
        handoffCount: 3_047,
        beforeTokens: 300_500,
        savedTokens: 180_470,
      },
    ]);
    expect(await listRuleTraffic(database.db, scope)).toEqual([
      { ruleId: "r1", handoffCount: 3_000, beforeTokens: 300_000, savedTokens: 180_000 },
    ]);
    const [weeks] = await database.db.execute<{ sums: string[] }>(sql`select array[
      (select sum(saved_tokens) from savings_by_pair_week), (select sum(saved_tokens) from savings_by_rule_week)]::text[] as sums`);
    expect(weeks?.sums).toEqual(["180470", "180000"]);
    const { days } = await listReceivedByDay(database.db, scope);
    expect(days.map(({ day, toAgent, handoffCount }) => [day, toAgent, handoffCount])).toEqual([
      ["2026-03-10", "builder", 1_486],
      ["2026-03-11", "builder", 1_440],
      ["2026-03-12", "builder", 121],
    ]);
    const byModel = await listSavingsByModel(database.db, scope);
    expect(byModel.map(({ model, tokens }) => [model, tokens])).toEqual([
      ["m1", 1_439 * 60],
      ["m1", 1_440 * 60],
      ["m1", 121 * 60],
    ]);
  });

  it("has the fields that outlines of before name in the sums of those that were blocked", async () => {
    const scope = { workspaceId: "team", range: MONTH, filter: {} };
    expect(await listBlockedFields(database.db, scope)).toEqual({
      lookedAt: null,
      fields: [
        // As large as a size may be since.
        { path: "planner.huge", handoffCount: 50, tokens: 50 * (1_000_000_000 - 5) },
        { path: "planner.ssn", handoffCount: 100, tokens: 900 },
        { path: "é".repeat(500), handoffCount: 100, tokens: 100 },
      ],
    });
    const { lookedAt, fields } = await listBlockedFields(database.db, {
      ...scope,
      filter: { mode: "scoped" },
    });
    expect([lookedAt, fields]).toEqual([100, (await listBlockedFields(database.db, scope)).fields]);
  });

  it("has the compactions of before in the sums of compactions", async () => {
    const scope = { workspaceId: "team", range: MONTH, filter: {} };
    expect(await listCompactionDays(database.db, scope)).toEqual([
      {
        day: "2026-03-10",
        trigger: "auto",
        count: 1,
        measuredCount: 1,
        beforeTokens: 900,
        afterTokens: 100,
      },
      { day: "2026-03-10", trigger: null, count: 1, measuredCount: 0, beforeTokens: 0, afterTokens: 0 },
    ]);
  });

  it("goes forward only: an old release that starts beside the new one changes nothing", async () => {
    const before = await countMigrations();
    await migrate(url, join(folder, "old"));
    expect(await countMigrations()).toBe(before);
  });

  it("would be found out if it took something away", async () => {
    const last = {
      idx: 9_999,
      version: "7",
      when: Date.now() + 1e9,
      tag: "9999_taken_away",
      breakpoints: true,
    };
    const broken = await copyMigrations("broken", (entries) => [...entries, last]);
    await writeFile(
      join(broken, `${last.tag}.sql`),
      "alter table session rename column handoff_count to handoffs",
    );
    const { failures } = await migrateUnderReaders(broken);
    expect(failures.length).toBeGreaterThan(0);
  });
});
