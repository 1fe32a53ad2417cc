import { finished } from "node:stream/promises";
import { getTableColumns, getTableName, type Name, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Database } from "../../client";
import { toCopyText } from "./copy-text";
import { toStorableJson } from "./storable-json";

/** COPY needs two round trips, JSON one. COPY is faster from about this number of rows. */
const MIN_COPIED_ROWS = 50;

type Columns = readonly (readonly [key: string, column: PgColumn])[];

/**
 * Inserts any number of rows in one statement. Escapes NUL and lone surrogates, which PostgreSQL rejects. In
 * a transaction, many rows use COPY through a temporary table, because COPY does not support `on conflict`.
 *
 * @param rows at least one; all with the keys of the first one, which names the columns.
 * @param suffix SQL after the rows: `on conflict …`, `returning …`.
 * @returns the rows that the suffix returns.
 */
export async function insertRows<Table extends PgTable>(
  db: Database,
  table: Table,
  rows: readonly Table["$inferInsert"][],
  suffix: SQL,
) {
  const columns = columnsOf(table, rows);
  const inserted = await db.execute(
    sql`insert into ${table} (${namesOf(columns)}) ${await bringRows(db, table, rows)} ${suffix}`,
  );
  return inserted.rows;
}

/**
 * Sends rows to the database without inserting them yet.
 * @returns a statement that selects them, for one use within the same transaction.
 */
export async function bringRows<Table extends PgTable>(
  db: Database,
  table: Table,
  rows: readonly Table["$inferInsert"][],
): Promise<SQL> {
  const columns = columnsOf(table, rows);
  const client = copyingClient(db, rows);
  return client
    ? sql`select ${namesOf(columns)} from ${await stageRows(client, table, columns, rows)}`
    : selectFromJson(columns, rows);
}

/**
 * Inserts new rows directly into their table, which takes half the work of `insertRows`.
 * @throws PostgreSQL's error if one of them exists.
 */
export async function insertNewRows<Table extends PgTable>(
  db: Database,
  table: Table,
  rows: readonly Table["$inferInsert"][],
): Promise<void> {
  const columns = columnsOf(table, rows);
  const client = copyingClient(db, rows);
  if (client) await copyRows(client, getTableName(table), columns, rows);
  else await db.execute(sql`insert into ${table} (${namesOf(columns)}) ${selectFromJson(columns, rows)}`);
}

function columnsOf(table: PgTable, [first]: readonly object[]): Columns {
  return Object.entries(getTableColumns(table)).filter(([key]) => first && key in first);
}

function namesOf(columns: Columns): SQL {
  return sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
}

function copyingClient(db: Database, rows: readonly object[]): Client | null {
  return rows.length >= MIN_COPIED_ROWS ? transactionClient(db) : null;
}

/** Returns the connection of a transaction; null for the pool, where each statement may use another one. */
function transactionClient(db: Database): Client | null {
  const client: unknown = Reflect.get(db._.session, "client");
  return client instanceof Client ? client : null;
}

/**
 * Sends rows to a temporary table, which stays with the connection and is emptied when the transaction ends.
 */
async function stageRows(
  client: Client,
  table: PgTable,
  columns: Columns,
  rows: readonly object[],
): Promise<Name> {
  const name = getTableName(table);
  const staged = `staged_${name}`;
  // Rows of an earlier batch in this transaction are already inserted or rejected.
  await client.query(`create temporary table if not exists "${staged}" (like "${name}" including defaults) on commit delete rows;
    delete from "${staged}"`);
  await copyRows(client, staged, columns, rows);
  return sql.identifier(staged);
}

async function copyRows(
  client: Client,
  tableName: string,
  columns: Columns,
  rows: readonly object[],
): Promise<void> {
  const names = columns.map(([, column]) => `"${column.name}"`).join();
  const stream = client.query(copyFrom(`copy "${tableName}" (${names}) from stdin`));
  stream.end(toCopyText(columns, rows));
  await finished(stream);
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

/** Returns `"a" = "table"."a" + excluded."a"` for each column, which adds a row's totals to existing ones. */
export function addExcluded(table: PgTable, keys: readonly string[]): SQL {
  const columns = getTableColumns(table);
  const additions = keys.flatMap((key) => {
    const column = columns[key];
    const name = column && sql.identifier(column.name);
    return name ? [sql`${name} = ${table}.${name} + excluded.${name}`] : [];
  });
  return sql.join(additions, sql`, `);
}
