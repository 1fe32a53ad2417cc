import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { MIGRATIONS_FOLDER } from "../test/template-database";
import { runAsAdministrator } from "../test/test-nodes";
import { type Connection, connect } from "./client";
import { IncompatibleDatabase, migrate } from "./migrate";

const name = `migrate_${randomBytes(6).toString("hex")}`;
const url = inject("postgresUrl").replace(/\/[^/]*$/, `/${name}`);
let database: Connection;

beforeAll(async () => {
  await runAsAdministrator(inject("postgresUrl"), `create database ${name}`);
  database = connect(url, { max: 1 });
});
afterAll(async () => {
  await database.close();
  await runAsAdministrator(inject("postgresUrl"), `drop database ${name} with (force)`);
});

async function countApplied(): Promise<number> {
  const {
    rows: [row],
  } = await database.db.execute<{ count: number }>(
    sql`select count(*)::int as count from drizzle.__drizzle_migrations`,
  );
  return row?.count ?? 0;
}

describe("migrate", () => {
  it("applies each migration once if several programs start at the same time", async () => {
    await Promise.all([1, 2, 3].map(() => migrate(url, MIGRATIONS_FOLDER)));
    expect(await countApplied()).toBe(1);
  });

  it("changes nothing in a database that is up to date", async () => {
    await database.db.execute(sql`insert into workspace (workspace_id, name) values ('team', 'Team')`);
    await migrate(url, MIGRATIONS_FOLDER);
    expect(await countApplied()).toBe(1);
    expect((await database.db.execute(sql`select name from workspace`)).rows).toEqual([{ name: "Team" }]);
  });

  it("installs the triggers that protect history, such as published policy versions", async () => {
    const {
      rows: [row],
    } = await database.db.execute<{ guards: string[] }>(sql`
      select array_agg(tgname::text order by tgname) as guards from pg_trigger where not tgisinternal`);
    expect(row?.guards).toEqual([
      "audit_head_refuse",
      "audit_log_append",
      "audit_log_refuse",
      "gate_run_stands",
      "manifest_review_stands",
      "policy_draft_revision_is_kept",
      "policy_draft_revision_stands",
      "policy_publication_is_kept",
      "policy_publication_stands",
      "policy_review_stands",
      "policy_version_stands",
      "rollout_change_stands",
    ]);
  });

  describe("refuses a database that this version cannot use", () => {
    async function migrateAsOf(when: string): Promise<unknown> {
      await database.db.execute(
        sql`update drizzle.__drizzle_migrations set created_at = created_at + ${when}::bigint`,
      );
      return migrate(url, MIGRATIONS_FOLDER)
        .then(() => "migrated")
        .catch((error: unknown) => error)
        .finally(() =>
          database.db.execute(
            sql`update drizzle.__drizzle_migrations set created_at = created_at - ${when}::bigint`,
          ),
        );
    }

    it("because a newer version has migrated it", async () => {
      const error = await migrateAsOf("1000");
      expect(error).toBeInstanceOf(IncompatibleDatabase);
      expect(String(error)).toMatch(/A newer version of Baton has migrated the database/);
    });

    it("because a build that was not released made it", async () => {
      const error = await migrateAsOf("-1000");
      expect(error).toBeInstanceOf(IncompatibleDatabase);
      expect(String(error)).toMatch(/was not released.*empty database/s);
      expect(await countApplied()).toBe(1);
    });
  });
});
