import { getTableName, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestDatabase } from "../../../test/database";
import { selectRows } from "../statement/rows";
import { listTraces } from "./erasure-documents";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Tables whose rows are deleted with their lines. */
const OF_LINES = [
  "event",
  "handoff",
  "handoff_outline",
  "manifest_handoff",
  "artifact_read",
  "task_step",
  "memory",
  "memory_read",
];

describe("tables changed by an erasure", () => {
  it.each([
    ["agent", "agents?", [...OF_LINES, "compaction", "manifest"]],
    // Only the session is removed from a file's row.
    ["session", "session_id", [...OF_LINES, "compaction", "source_file"]],
  ] as const)("include all tables with a column for it: %s", async (kind, column, otherwise) => {
    const { db } = database;
    const erased: readonly string[] = [
      ...otherwise,
      ...listTraces({ kind, id: "x" }).map(([table]) => getTableName(table)),
    ];
    const listForgotten = async () =>
      (await listTablesNaming(column)).filter((name) => !erased.includes(name));
    expect(await listForgotten()).toEqual([]);
    await db.execute(
      sql.raw(`create table forgotten (workspace_id text, ${kind === "agent" ? "to_agent" : column} text)`),
    );
    expect(await listForgotten()).toEqual(["forgotten"]);
    await db.execute(sql`drop table forgotten`);
  });
});

/** Returns a workspace's tables with the words in a column name, except partitions. */
async function listTablesNaming(column: string): Promise<string[]> {
  const tables = await selectRows(
    database.db,
    z.object({ name: z.string() }),
    sql`select distinct relname as name from pg_class
      join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and attname ~ ${`(^|_)${column}(_|$)`}
        and exists (select 1 from pg_attribute own where own.attrelid = pg_class.oid and own.attname = 'workspace_id')
      order by name`,
  );
  return tables.map(({ name }) => name);
}
