import { setTimeout as sleep } from "node:timers/promises";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { Client, type ClientConfig, Pool } from "pg";
import * as schema from "./schema/index";

/** The database or a transaction, as queries accept it. */
export type Database = NodePgDatabase<typeof schema>;

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
 * @param options.connectSeconds time limit to connect, without the wait for a free connection.
 * @param options.statementSeconds time limit of a statement; the server's own limit by default
 * (`isTimedOut`).
 */
export function connect(
  url: string,
  options: { max?: number; connectSeconds?: number; statementSeconds?: number } = {},
): Connection {
  const connectionTimeoutMillis = (options.connectSeconds ?? 30) * 1_000;
  const pool = new Pool({
    max: options.max ?? 10,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: 3_600,
    // A time limit of the pool would include the wait for a free connection.
    Client: class extends Client {
      constructor(config?: ClientConfig) {
        super({ ...config, connectionTimeoutMillis });
        this.on("error", ignore);
      }
    },
    ...settingsOf(url),
    application_name: "baton",
    ...(options.statementSeconds && { statement_timeout: options.statementSeconds * 1_000 }),
  });
  // The next query reports it.
  pool.on("error", ignore);
  const clients = new Set<{ end(): Promise<void> }>();
  pool.on("connect", (client) => clients.add(client));
  pool.on("remove", (client) => clients.delete(client));
  const db = drizzle(pool, { schema });
  // Drizzle's own version does not release a connection on which `begin` failed.
  db.transaction = async (run, config) => {
    const client = await pool.connect();
    try {
      return await drizzle(client, { schema }).transaction(run, config);
    } finally {
      client.release();
    }
  };
  let closing: Promise<void> | undefined;
  return {
    db,
    close: (seconds = 5) => {
      closing ??= closePool(pool, clients, seconds);
      return closing;
    },
  };
}

/**
 * Creates a single connection, which the caller connects and ends. If it fails, its queries are rejected.
 *
 * @param url `postgres://…`
 */
export function createClient(url: string): Client {
  const client = new Client(settingsOf(url));
  client.on("error", ignore);
  return client;
}

/** Ends a pool: at once if idle, by closing the connections after `seconds` if not. */
async function closePool(pool: Pool, clients: Set<{ end(): Promise<void> }>, seconds: number): Promise<void> {
  const isEnded = new AbortController();
  const ended = pool.end().finally(() => isEnded.abort());
  const timeout = sleep(seconds * 1_000, null, { signal: isEnded.signal }).then(
    () => Promise.all([...clients].map((client) => client.end())),
    ignore,
  );
  await Promise.race([ended, timeout]);
}

/** Returns the URL with `sslmode` as libpq defines it, and the settings that the queries depend on. */
function settingsOf(url: string): ClientConfig {
  const address = new URL(url);
  const { searchParams } = address;
  if (searchParams.has("sslmode")) searchParams.set("uselibpqcompat", "true");
  searchParams.set("options", `${searchParams.get("options") ?? ""} -c TimeZone=UTC -c DateStyle=ISO`.trim());
  // `URLSearchParams` writes a space as `+`, which libpq and `pg` read as a plus sign.
  address.search = address.search.replaceAll("+", "%20");
  return { connectionString: address.href, keepAlive: true };
}

function ignore(): void {}
