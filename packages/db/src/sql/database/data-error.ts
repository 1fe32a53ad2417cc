import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";

/**
 * The classes of SQLSTATE (PostgreSQL's manual, appendix A) that say that a value cannot be stored:
 * cardinality violation, data exception, integrity constraint violation, program limit exceeded.
 */
const DATA_ERROR_CLASSES = new Set(["21", "22", "23", "54"]);

/**
 * The classes that are about the connection, the schema, the server or other transactions, and pass with time.
 */
const SERVER_ERROR_CLASSES = new Set(["08", "25", "28", "3D", "3F", "40", "42", "53", "55", "57", "58"]);

/** Codes of the driver for parameters that it cannot send. */
const PARAMETER_ERRORS = new Set(["UNDEFINED_VALUE", "MAX_PARAMETERS_EXCEEDED"]);

/**
 * Why PostgreSQL will never take a row, in words and without the row's values; null for any other error,
 * after which the same statement may be tried again.
 */
export function explainDataError(error: unknown): string | null {
  const cause = postgresErrorOf(error);
  if (!cause || !DATA_ERROR_CLASSES.has(cause.code.slice(0, 2)) || isPartitionMissing(cause)) return null;
  return `PostgreSQL refused it: ${cause.message.replace(/"[^"]*"/g, "…")} (${cause.code})`;
}

/** A partition that another process dropped since (retention) is made again, and no fault of the row. */
function isPartitionMissing({ code, message }: postgres.PostgresError): boolean {
  return code === "23514" && message.startsWith("no partition of relation");
}

/**
 * Returns true if two transactions conflicted (class 40) or an expected partition was dropped, so that a
 * retry can succeed at once.
 */
export function isConflict(error: unknown): boolean {
  const cause = postgresErrorOf(error);
  return cause !== null && (cause.code.startsWith("40") || isPartitionMissing(cause));
}

/**
 * Returns true for errors of the database or the connection: system and driver errors have a code
 * (`ECONNREFUSED`, `CONNECTION_CLOSED`); program errors have none, or one of Node.
 */
export function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof DrizzleQueryError || error instanceof postgres.PostgresError) return true;
  return error instanceof Error && "code" in error && !String(error.code).startsWith("ERR_");
}

/**
 * Returns whether what was stored is at fault, not the database or the way to it: PostgreSQL will never take a
 * value of it, or a program failed on it.
 *
 * @param isLastTry whether an error that says neither counts too, since it came up again and again.
 */
export function isContentFault(error: unknown, isLastTry: boolean): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (cause instanceof postgres.PostgresError) {
    if (explainDataError(cause) !== null) return true;
    return isLastTry && !isPartitionMissing(cause) && !SERVER_ERROR_CLASSES.has(cause.code.slice(0, 2));
  }
  if (!(cause instanceof Error) || !("code" in cause)) return true;
  const code = String(cause.code);
  return code.startsWith("ERR_") || PARAMETER_ERRORS.has(code);
}

/** Returns true if a statement exceeded its time limit (`query_canceled`). */
export function isTimedOut(error: unknown): boolean {
  return postgresErrorOf(error)?.code === "57014";
}

function postgresErrorOf(error: unknown): postgres.PostgresError | null {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof postgres.PostgresError ? cause : null;
}
