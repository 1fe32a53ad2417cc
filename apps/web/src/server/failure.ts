import "server-only";
import { randomUUID } from "node:crypto";
import { isUnreachable } from "@baton/db";
import { TRPCError } from "@trpc/server";
import { log } from "./log";

/** Replaces an unexpected error. The log has its message, under the reference. */
export class ConcealedError extends Error {
  constructor(readonly reference: string) {
    super("concealed");
  }
}

/**
 * Logs an unexpected error and returns the one to send to the client, since the original message may
 * contain private data.
 */
export function concealError(error: unknown, asked: { path: string; type: string }): TRPCError {
  const reference = randomUUID().slice(0, 8);
  log.error("a procedure failed", { reference, ...asked, error });
  const cause = new ConcealedError(reference);
  return isUnreachable(error)
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
