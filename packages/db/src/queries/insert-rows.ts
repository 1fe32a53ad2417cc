import { finished } from "node:stream/promises";
import { getTableColumns, getTableName, type Name, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { PostgresJsSession, PostgresJsTransaction } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import type { Database } from "../client";
import { toCopyText } from "./copy-text";
import { toStorableJson } from "./storable-json";

/** COPY takes two round trips where JSON takes one: it is the quicker way from about so many rows on. */
const MIN_COPIED_ROWS = 50;

type Columns = readonly (readonly [key: string, column: PgColumn])[];

/**
 * Inserts any number of rows in one statement, whatever their text holds: NUL and lone surrogates, which PostgreSQL refuses, are
 * escaped on the way. In a transaction many rows go by COPY, and through a temporary table, as COPY knows no `on conflict`.
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
  const client = rows.length >= MIN_COPIED_ROWS ? transactionClient(db) : null;
  const source = client
    ? sql`select ${names} from ${await stageRows(client, table, columns, rows)}`
    : selectFromJson(columns, rows);
  return db.execute(sql`insert into ${table} (${names}) ${source} ${suffix}`);
}

/** The connection of a transaction; null for the pool, where each statement may go another way. */
function transactionClient(db: Database): Sql | null {
  const { session } = db._;
  return db instanceof PostgresJsTransaction && session instanceof PostgresJsSession ? session.client : null;
}

/** Brings rows into a temporary table, which stays with the connection and is emptied when the transaction ends. */
async function stageRows(
  client: Sql,
  table: PgTable,
  columns: Columns,
  rows: readonly object[],
): Promise<Name> {
  const name = getTableName(table);
  const staged = `staged_${name}`;
  const names = columns.map(([, column]) => `"${column.name}"`).join();
  // All in one message. What an earlier batch of this transaction left there has been inserted, or is not to be.
  const stream = await client
    .unsafe(
      `create temporary table if not exists "${staged}" (like "${name}" including defaults) on commit delete rows;
      delete from "${staged}";
      copy "${staged}" (${names}) from stdin`,
    )
    .writable();
  stream.end(toCopyText(columns, rows));
  await finished(stream);
  return sql.identifier(staged);
}

function selectFromJson(columns: Columns, rows: readonly object[]): SQL {
  const types = sql.join(
    columns.map(([, column]) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`),
    sql`, `,
  );
  const records = rows.map((row) => {
    const values = new Map<string, unknown>(Object.entries(row));
    return Object.fromEntries(columns.map(([key, column]) => [column.name, values.get(key)]));
  });
  return sql`select * from json_to_recordset(${toStorableJson(records)}::text::json) as rows(${types})`;
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
