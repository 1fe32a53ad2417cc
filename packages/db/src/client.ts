import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import * as schema from "./schema/index";

/** The database or a transaction, as queries accept it. */
export type Database = PostgresJsDatabase<typeof schema>;

export interface Connection {
  db: Database;
  /** Ends all connections; waits for running queries at most `seconds`. */
  close(seconds?: number): Promise<void>;
}

/**
 * Opens a connection pool. Connects on the first query, so the database may not exist yet. Times are UTC with
 * any server setting.
 *
 * @param url `postgres://…`
 * @param options.max maximum number of connections.
 * @param options.connectSeconds time limit to connect.
 * @param options.statementSeconds time limit of a statement; the server's own limit by default
 * (`isTimedOut`).
 */
export function connect(
  url: string,
  options: { max?: number; connectSeconds?: number; statementSeconds?: number } = {},
): Connection {
  const client = postgres(url, {
    max: options.max ?? 10,
    connect_timeout: options.connectSeconds ?? 30,
    onnotice: () => {},
    // The driver's default waits 20 s after a few failures, long after PostgreSQL is back.
    backoff: (failures) => Math.min(0.02 * 2 ** failures, 1),
    connection: {
      TimeZone: "UTC",
      DateStyle: "ISO",
      application_name: "baton",
      // A prepared statement is planned for each range and filter: one plan for all of
      // them would take any range for a short one.
      plan_cache_mode: "force_custom_plan",
      ...(options.statementSeconds && { statement_timeout: options.statementSeconds * 1_000 }),
    },
  });
  return {
    db: drizzle(client, { schema }),
    close: (seconds = 5) => client.end({ timeout: seconds }),
  };
}
