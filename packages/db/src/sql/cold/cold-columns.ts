import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { ParquetColumn } from "../../cold/parquet";
import { event, handoffOutline } from "../../schema/index";

type ColdTable = typeof event | typeof handoffOutline;

/** Columns of a table in its files, and how PostgreSQL reads them as text. */
export interface ColdColumns {
  table: ColdTable;
  columns: readonly ParquetColumn[];
  selected: SQL;
  /** Column whose value moves. All others stay in the database, too. */
  moved: "text" | "content";
}

/** The key of a row within a day and workspace. */
export const PLACE_COLUMNS: readonly ParquetColumn[] = [
  { name: "occurred_at", type: "time" },
  { name: "source_file_id", type: "bigint" },
  { name: "generation", type: "integer" },
  { name: "sequence", type: "bigint" },
  { name: "ordinal", type: "integer" },
];

const TYPES: Readonly<Record<string, ParquetColumn["type"]>> = {
  text: "text",
  bigint: "bigint",
  integer: "integer",
  boolean: "boolean",
  "timestamp (3) with time zone": "time",
  jsonb: "json",
  "text[]": "json",
};

export const COLD_COLUMNS = {
  event: describeTable(event, "text"),
  handoff_outline: describeTable(handoffOutline, "content"),
} as const;

function describeTable(table: ColdTable, moved: ColdColumns["moved"]): ColdColumns {
  const columns = Object.values(getTableColumns(table)).flatMap((column) => {
    const type = TYPES[column.getSQLType()];
    if (!type)
      throw new Error(`${getTableName(table)}.${column.name}: no type of Parquet for ${column.getSQLType()}`);
    return column.name === "cold_bytes" ? [] : [{ name: column.name, type }];
  });
  return { table, columns, selected: sql.join(columns.map(readAsText), sql`, `), moved };
}

function readAsText({ name, type }: ParquetColumn): SQL {
  const column = sql.identifier(name);
  if (type === "text") return sql`${column}`;
  // `to_json` writes a list like PostgreSQL writes JSON.
  const value = {
    time: sql`(extract(epoch from ${column}) * 1000000)::bigint`,
    json: sql`to_json(${column})`,
  };
  return sql`${type === "time" || type === "json" ? value[type] : column}::text as ${column}`;
}
