import "server-only";
import { randomUUID } from "node:crypto";
import { TRPCError } from "@trpc/server";
import { log } from "./log";

/** Replaces an unexpected error. The log has its message, under the reference. */
export class ConcealedError extends Error {
  constructor(readonly reference: string) {
    super("concealed");
  }
}

/** Error codes of PostgreSQL and its driver for a database that is away, starting or stopping. */
const DATABASE_AWAY: readonly string[] = [
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "57P01",
  "57P02",
  "57P03",
];

/**
 * Logs an unexpected error and returns the one to send to the client, since the original message may
 * contain private data.
 */
export function concealError(error: unknown, asked: { path: string; type: string }): TRPCError {
  const reference = randomUUID().slice(0, 8);
  log.error("a procedure failed", { reference, ...asked, error });
  const cause = new ConcealedError(reference);
  return isDatabaseAway(error)
    ? new TRPCError({
        code: "SERVICE_UNAVAILABLE",
        message: "The database did not respond. Try again later.",
        cause,
      })
    : new TRPCError({
        code: "INTERNAL_SERVER_ERROR",
        message: "Internal error. See the server log for this reference.",
        cause,
      });
}

function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && DATABASE_AWAY.includes(error.code)) return true;
  return isDatabaseAway(error.cause);
}
