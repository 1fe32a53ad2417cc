import { fileURLToPath } from "node:url";
import { connect, type Database } from "@baton/db";
import { migrate } from "@baton/db/migrate";
import { startTemporaryPostgres } from "@baton/db/server";
import { sql } from "drizzle-orm";

export interface RealDatabase {
  url: string;
  db: Database;
  /** Runs a query; converts 64-bit numbers, which PostgreSQL returns as text. */
  rows(query: string): Promise<Record<string, string | number | boolean | null>[]>;
  stop(): Promise<void>;
}

/** Starts a migrated PostgreSQL for the run. */
export async function startDatabase(): Promise<RealDatabase> {
  const server = await startTemporaryPostgres();
  const migrations = fileURLToPath(new URL("../../packages/db/migrations", import.meta.url));
  await migrate(server.url, migrations);
  const connection = connect(server.url, { max: 4 });
  return {
    url: server.url,
    db: connection.db,
    rows: async (query) => {
      const { rows } = await connection.db.execute<Record<string, string | number | boolean | null>>(
        sql.raw(query),
      );
      return [...rows].map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value,
          ]),
        ),
      );
    },
    stop: async () => {
      await connection.close();
      await server.stop();
    },
  };
}
