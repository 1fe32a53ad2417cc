import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { quote, withDuckDb } from "./duckdb";

/** Rows that are read together: fewer make lookups of a line fast, more compress better. */
const ROW_GROUP = 4_096;

/** Types of columns in Parquet. Between PostgreSQL and Parquet, each value is a text; a time is microseconds since 1970. */
type ColumnType = "text" | "json" | "bigint" | "integer" | "boolean" | "time";

export interface ParquetColumn {
  name: string;
  type: ColumnType;
}

/** Values of a row in the order of the columns, as text. */
export type TextRow = readonly (string | null)[];

const TO_PARQUET: Readonly<Record<ColumnType, (name: string) => string>> = {
  text: (name) => name,
  json: (name) => name,
  bigint: (name) => `${name}::bigint`,
  integer: (name) => `${name}::integer`,
  boolean: (name) => `${name}::boolean`,
  time: (name) => `make_timestamptz(${name}::bigint)`,
};

/** Counts and hashes rows. */
export class RowHash {
  readonly #hash: Hash = createHash("sha256");
  rowCount = 0;

  add(row: TextRow): void {
    this.#hash.update(`${JSON.stringify(row)}\n`);
    this.rowCount += 1;
  }

  digest(): string {
    return this.#hash.digest("hex");
  }
}

/** Writes rows to a new Parquet file, compressed with Zstandard. */
export async function writeParquet(
  file: string,
  columns: readonly ParquetColumn[],
  batches: AsyncIterable<readonly TextRow[]>,
): Promise<void> {
  const names = columns.map(({ name }) => quoteName(name));
  // On disk, because a day can be larger than memory.
  const database = `${file}.duckdb`;
  try {
    await withDuckDb(
      async (connection) => {
        await connection.run(`create table rows (${names.map((name) => `${name} varchar`).join(", ")})`);
        const appender = await connection.createAppender("rows");
        for await (const rows of batches) {
          for (const row of rows) {
            for (const value of row) {
              if (value === null) appender.appendNull();
              else appender.appendVarchar(value);
            }
            appender.endRow();
          }
          appender.flushSync();
        }
        appender.closeSync();
        const typed = columns.map(({ name, type }) => {
          const quoted = quoteName(name);
          return `${TO_PARQUET[type](quoted)} as ${quoted}`;
        });
        await connection.run(
          `copy (select ${typed.join(", ")} from rows) to ${quote(file)} (format parquet, compression zstd, compression_level 6, row_group_size ${ROW_GROUP})`,
        );
      },
      { database },
    );
  } finally {
    await rm(database, { force: true });
    await rm(`${database}.wal`, { force: true });
  }
}

/**
 * Reads the rows of Parquet files in their order, in batches.
 * @param where SQL of DuckDB, which must quote its values.
 */
export async function readParquet(
  files: readonly string[],
  columns: readonly ParquetColumn[],
  onBatch: (rows: TextRow[]) => Promise<void> | void,
  where = "true",
): Promise<void> {
  const values = columns.map(({ name, type }) =>
    type === "time" ? `epoch_us(${quoteName(name)})::varchar` : `${quoteName(name)}::varchar`,
  );
  await withDuckDb(async (connection) => {
    const result = await connection.stream(
      `select ${values.join(", ")} from read_parquet([${files.map(quote).join(", ")}]) where ${where}`,
    );
    for (;;) {
      const chunk = await result.fetchChunk();
      if (!chunk || chunk.rowCount === 0) return;
      await onBatch(
        chunk.getRows().map((row) => row.map((value) => (value === null ? null : String(value)))),
      );
    }
  });
}

/** Returns the hex SHA-256 of a file and its size. */
export async function hashFile(file: string): Promise<{ sha256: string; byteLength: number }> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return { sha256: hash.digest("hex"), byteLength: (await stat(file)).size };
}

function quoteName(name: string): string {
  return `"${name}"`;
}
