import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import * as schema from "./schema/index";

/** What queries take: the database, or a transaction on it. */
export type Database = PostgresJsDatabase<typeof schema>;

export interface Connection {
  db: Database;
  /** Ends all connections; waits for running queries at most `seconds`. */
  close(seconds?: number): Promise<void>;
}

/**
 * Opens a pool of connections. Nothing is sent until the first query, so this may be called where there is no
 * database yet. Times are UTC whatever the server is set to.
 *
 * @param url `postgres://…`
 * @param options.max connections at the most.
 * @param options.connectSeconds how long a connection may take to be made.
 * @param options.statementSeconds how long a statement may take; without it, as
 *   long as the server lets it (`isTimedOut`).
 */
export function connect(
  url: string,
  options: { max?: number; connectSeconds?: number; statementSeconds?: number } = {},
): Connection {
  const client = postgres(url, {
    max: options.max ?? 10,
    connect_timeout: options.connectSeconds ?? 30,
    onnotice: () => {},
    // By itself it would wait 20 s after a handful of failures, long after PostgreSQL is back.
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
