import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../src/client";
import { selectRows } from "../src/sql/statement/rows";

const Table = z.object({ name: z.string() });
const Hit = z.object({ needle: z.string() });

/**
 * Searches every row of every table, like a reader of a dump.
 *
 * @returns `table: needle` for each table that contains one.
 */
export async function searchDatabase(db: Database, needles: readonly string[]): Promise<string[]> {
  const tables = await selectRows(
    db,
    Table,
    sql`select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  const hits: string[] = [];
  for (const { name } of tables) {
    const found = await selectRows(
      db,
      Hit,
      sql`with stored as materialized (select row_of::text as text from ${sql.raw(name)} as row_of)
        select distinct needle from stored, unnest(${sql.param([...needles])}::text[]) needle
        where strpos(stored.text, needle) > 0`,
    );
    hits.push(...found.map(({ needle }) => `${name}: ${needle}`));
  }
  return hits.sort();
}
