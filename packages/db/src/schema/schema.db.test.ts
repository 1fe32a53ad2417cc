import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database";
import { ensurePartitions, PARTITIONED_TABLES } from "../sql/database/partition";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("the schema", () => {
  it("starts every key with the workspace, so that tables can be distributed", async () => {
    const { rows } = await database.db.execute<{ name: string; column: string }>(sql`
      select conname as name, attname as column from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      join pg_namespace on pg_namespace.oid = connamespace
      where contype in ('p', 'u') and nspname = 'public'
        -- People belong to the installation, and may belong to several workspaces.
        and conrelid::regclass::text not like 'auth\\_%'`);
    const keys = [...rows];
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter((key) => key.column !== "workspace_id")).toEqual([]);
  });

  it("partitions growing tables by time", async () => {
    const { rows } = await database.db.execute<{ name: string; key: string }>(sql`
      select relname as name, pg_get_partkeydef(oid) as key from pg_class where relkind = 'p' order by 1`);
    expect([...rows].map(({ name, key }) => [name, key])).toEqual(
      [...PARTITIONED_TABLES].sort().map((table) => [table, "RANGE (occurred_at)"]),
    );
  });
});

describe("ensurePartitions", () => {
  it("creates each month's partitions once, even if several programs request them at the same time", async () => {
    const times = [new Date("2026-12-31T23:59:59.999Z"), new Date("2027-01-01T00:00:00Z")];
    await Promise.all([1, 2, 3].map(() => ensurePartitions(database.db, times)));
    const { rows } = await database.db.execute<{ bounds: string }>(sql`
      select pg_get_expr(relpartbound, oid) as bounds from pg_class
      where relname in ('event_2026_12', 'event_2027_01') order by relname`);
    expect([...rows].map((row) => row.bounds)).toEqual([
      "FOR VALUES FROM ('2026-12-01 00:00:00+00') TO ('2027-01-01 00:00:00+00')",
      "FOR VALUES FROM ('2027-01-01 00:00:00+00') TO ('2027-02-01 00:00:00+00')",
    ]);
  });
});
