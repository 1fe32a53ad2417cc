import { getTableName, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../client";
import { selectRows } from "./rows";
import { WORKSPACE_TABLES } from "./workspace";

/**
 * Has the planner forget rows that are gone: it keeps the most common values of columns, names of agents and
 * sessions among them. `analyze` leaves what it knows of a table that is empty now; from version 18 on
 * PostgreSQL can be told to forget that too.
 */
export async function forgetStatistics(db: Database): Promise<void> {
  // One by one: all together take longer than one statement of the web server may.
  for (const table of WORKSPACE_TABLES) await db.execute(sql`analyze ${sql.identifier(getTableName(table))}`);
  const [{ canClear } = { canClear: false }] = await selectRows(
    db,
    z.object({ canClear: z.boolean() }),
    sql`select to_regprocedure('pg_clear_attribute_stats(text, text, text, boolean)') is not null as "canClear"`,
  );
  if (!canClear) return;
  await db.execute(sql`
    select pg_clear_attribute_stats(schemaname::text, tablename::text, attname::text, inherited)
    from pg_stats join pg_class on pg_class.oid = format('%I.%I', schemaname, tablename)::regclass
    where schemaname = current_schema() and reltuples = 0 and pg_get_userbyid(relowner) = current_user`);
}
