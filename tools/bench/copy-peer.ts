import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { connect, ensurePartitions } from "@baton/db";
import { Client } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";

/** A table, and the file with its rows. */
export interface Dump {
  readonly table: string;
  readonly path: string;
}

export const HAS_PSQL = spawnSync("psql", ["--version"], { stdio: "ignore" }).status === 0;

/** Writes all rows of all tables to files in the format of COPY; omits empty tables. */
export async function dumpTables(url: string, folder: string): Promise<Dump[]> {
  const client = new Client(url);
  await client.connect();
  const tables = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace
    order by relname`);
  const dumps: Dump[] = [];
  for (const { name: table } of tables.rows) {
    const { rows } = await client.query(`select 1 from "${table}" limit 1`);
    if (rows.length > 0) dumps.push({ table, path: join(folder, `${table}.copy`) });
  }
  for (const { table, path } of dumps)
    await pipeline(
      client.query(copyTo(`copy (select * from "${table}") to stdout`)),
      createWriteStream(path),
    );
  await client.end();
  return dumps;
}

/** Creates the partitions for rows of these months. */
export async function preparePartitions(url: string, times: Iterable<Date>): Promise<void> {
  const { db, close } = connect(url, { max: 1 });
  await ensurePartitions(db, times);
  await close();
}

/**
 * Copies rows into the tables of a database, table by table, with psql, or with the driver if psql is
 * missing.
 */
export async function copyTables(url: string, dumps: readonly Dump[]): Promise<number> {
  const start = performance.now();
  for (const dump of dumps) await (HAS_PSQL ? copyByPsql(url, dump) : copyByDriver(url, dump));
  return (performance.now() - start) / 1_000;
}

async function copyByPsql(url: string, { table, path }: Dump): Promise<void> {
  const psql = spawn("psql", [url, "-qXv", "ON_ERROR_STOP=1", "-c", `\\copy "${table}" from '${path}'`], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(psql, "exit");
  if (code !== 0) throw new Error(`psql ended with ${code}`);
}

async function copyByDriver(url: string, { table, path }: Dump): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await pipeline(createReadStream(path), client.query(copyFrom(`copy "${table}" from stdin`)));
  await client.end();
}
