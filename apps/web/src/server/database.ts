import "server-only";
import { type Connection, connect, type Database } from "@baton/db";
import { env } from "@/env";

/**
 * Stored on the process, because bundles of pages and of handlers each have a copy of this module and must
 * share one pool.
 */
const shared: typeof globalThis & { batonConnection?: Connection } = globalThis;

/** Maximum duration of a query, which bounds the wait for a page and the use of a connection. */
export const STATEMENT_SECONDS = 30;

/** Returns the database. The pool opens on first use, because a build needs none. */
export function database(): Database {
  shared.batonConnection ??= connect(env().DATABASE_URL, { max: 10, statementSeconds: STATEMENT_SECONDS });
  return shared.batonConnection.db;
}
