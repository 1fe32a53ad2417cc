import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { selectRows } from "../statement/rows";

/** Returns a name that no other database has, on any server; it survives a restart and a rename. */
export async function getDatabaseIdentity(db: Database): Promise<string> {
  const [row] = await selectRows(
    db,
    z.object({ identity: z.string() }),
    sql`select system_identifier || '-' || pg_database.oid as identity
      from pg_control_system(), pg_database where datname = current_database()`,
  );
  if (!row) throw new Error("PostgreSQL does not list the current database");
  return row.identity;
}
