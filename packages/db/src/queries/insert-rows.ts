import { toStorableText } from "@baton/core";
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../client";

/**
 * Inserts any number of rows in one statement of one parameter: as JSON, which PostgreSQL takes apart. So there is no
 * limit on parameters, and no text that PostgreSQL would refuse: NUL and lone surrogates are escaped on the way.
 *
 * @param rows all with the same keys, as those of the first name the columns; at least one.
 * @param suffix what follows the rows: `on conflict …`, `returning …`.
 */
export async function insertRows<Table extends PgTable>(
  db: Database,
  table: Table,
  rows: readonly Table["$inferInsert"][],
  suffix: SQL,
) {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => rows[0] && key in rows[0]);
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  const types = sql.join(
    columns.map(([, column]) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`),
    sql`, `,
  );
  const records = rows.map((row) => {
    const values = new Map(Object.entries(row));
    return Object.fromEntries(columns.map(([key, column]) => [column.name, values.get(key)]));
  });
  return db.execute(
    sql`insert into ${table} (${names}) select * from json_to_recordset(${toStorableJson(records)}::text::json) as rows(${types}) ${suffix}`,
  );
}

/** How `JSON.stringify` writes what PostgreSQL refuses; an escaped backslash before it makes this look twice, no more. */
const MAY_BE_UNSTORABLE = /\\u(?:0000|d[89a-f])|\uFDD0/;

/** A value as JSON, with what PostgreSQL refuses escaped. */
export function toStorableJson(rows: unknown): string {
  const json = JSON.stringify(rows);
  if (!MAY_BE_UNSTORABLE.test(json)) return json;
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === "string" ? toStorableText(value) : value,
  );
}

/** `"a" = "table"."a" + excluded."a"` for each column: adds a row's sums to those that are there. */
export function addExcluded(table: PgTable, keys: readonly string[]): SQL {
  const columns = getTableColumns(table);
  const additions = keys.flatMap((key) => {
    const column = columns[key];
    const name = column && sql.identifier(column.name);
    return name ? [sql`${name} = ${table}.${name} + excluded.${name}`] : [];
  });
  return sql.join(additions, sql`, `);
}
