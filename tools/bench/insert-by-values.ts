import type { Database } from "@baton/db";
import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/** Imports the writer of sums, which are few, unchanged. */
// biome-ignore lint/style/noRestrictedImports: the bundle of this run puts this file in the place of that one, whose other functions stay as they are
export { addExcluded, bringRows } from "../../packages/db/src/sql/statement/insert-rows";

const ROWS = 1_000;

/** Replaces `insertRows` in the comparison run: `insert … values` by drizzle, a thousand rows at a time. */
export async function insertRows<Table extends PgTable>(
  db: Database,
  table: Table,
  rows: readonly Table["$inferInsert"][],
  suffix: SQL,
): Promise<Record<string, unknown>[]> {
  const answers: Record<string, unknown>[] = [];
  for (let start = 0; start < rows.length; start += ROWS) {
    const insert = db.insert(table).values(rows.slice(start, start + ROWS));
    answers.push(...(await db.execute(sql`${insert.getSQL()} ${suffix}`)).rows);
  }
  return answers;
}

/** Replaces `insertNewRows` in the same way. */
export async function insertNewRows<Table extends PgTable>(
  db: Database,
  table: Table,
  rows: readonly Table["$inferInsert"][],
): Promise<void> {
  await insertRows(db, table, rows, sql``);
}
