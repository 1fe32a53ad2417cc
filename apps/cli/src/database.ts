import { join } from "node:path";
import { connect, type Database } from "@baton/db";
import { IncompatibleDatabase, migrate } from "@baton/db/migrate";
import { startPostgres } from "@baton/db/server";
import { CommandError } from "./command-error";
import { readEnvironment } from "./env";
import { printProgress } from "./output";
import { dataFolder, MIGRATIONS_FOLDER } from "./project";

/**
 * Opens the database, applies the migrations, and closes it when the work ends or fails. Uses `DATABASE_URL`,
 * or else the PostgreSQL included in Baton: starts it if it is not running, and stops it if no other process
 * uses it. Reports slow steps on standard error.
 * @returns the result of the work.
 * @throws CommandError or StartError with the next step if the database cannot be reached or used; also every error
 *   of the work.
 */
export async function withDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  const { DATABASE_URL } = readEnvironment();
  const server = DATABASE_URL
    ? { url: DATABASE_URL, stop: async () => {} }
    : await startPostgres({ dataDirectory: join(dataFolder(), "pg"), onProgress: printProgress });
  try {
    await migrate(server.url, MIGRATIONS_FOLDER);
    const { db, close } = connect(server.url, { max: 4 });
    return await work(db).finally(() => close());
  } catch (error) {
    throw explainDatabaseError(error, server.url);
  } finally {
    await server.stop();
  }
}

/** Error codes of PostgreSQL (appendix A of its manual) and of sockets that an operator can end. */
const DATABASE_ERRORS: Record<string, string> = {
  ECONNREFUSED: "no server listens there. Start PostgreSQL or correct DATABASE_URL",
  ENOTFOUND: "host not found. Correct DATABASE_URL",
  EAI_AGAIN: "the host name could not be resolved. Correct DATABASE_URL",
  ETIMEDOUT: "it did not respond in time. Check the network, or correct DATABASE_URL",
  "timeout expired": "it did not respond in time. Check the network, or correct DATABASE_URL",
  "28000": "it rejected the user. Correct the user in DATABASE_URL",
  "28P01": "it rejected the password. Correct the password in DATABASE_URL",
  "3D000": "the database does not exist. Create it, or correct DATABASE_URL",
  "25006": "it is a replica, which only reads. Name the primary in DATABASE_URL",
  "42501": "the user may not create tables. Grant this right, or use another user",
  "53100": "its disk is full. Free some space",
  "53300": "all its connections are in use. Close some, or raise max_connections",
  "57P01": "it was stopped. Start it again",
  "57P03": "it is starting or stopping. Try again in some seconds",
  "Connection terminated unexpectedly": "it closed the connection. Its log has the reason",
};

/** Turns an error that the state of the database causes into one with the next step; returns others unchanged. */
export function explainDatabaseError(error: unknown, url: string): unknown {
  if (error instanceof IncompatibleDatabase) return new CommandError(error.message);
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if (!(cause instanceof Error)) return error;
  // `pg` reports a timeout or a lost connection only by its message.
  const explanation = DATABASE_ERRORS["code" in cause ? String(cause.code) : cause.message];
  if (!explanation || !URL.canParse(url)) return error;
  const { host, pathname } = new URL(url);
  return new CommandError(`The database at ${host}${pathname} cannot be used: ${explanation}.`);
}
