import { DrizzleQueryError } from "drizzle-orm";
import { DatabaseError } from "pg";

/**
 * SQLSTATE classes (PostgreSQL's manual, appendix A) of values that cannot be stored: cardinality violation,
 * data exception, integrity constraint violation, program limit exceeded.
 */
const DATA_ERROR_CLASSES = new Set(["21", "22", "23", "54"]);

/** SQLSTATE classes of temporary errors of the connection, the schema, the server or other transactions. */
const SERVER_ERROR_CLASSES = new Set(["08", "25", "28", "3D", "3F", "40", "42", "53", "55", "57", "58"]);

const VIOLATION = / violates (unique|not-null|check|foreign key) constraint/;

const VIOLATION_CODES = new Map([
  ["unique", "23505"],
  ["not-null", "23502"],
  ["check", "23514"],
  ["foreign key", "23503"],
]);

/** Error codes of the system, and of a server that stops or starts (class 57P). */
const UNREACHABLE_CODES = /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|57P)/;

/** Messages of `pg` for a connection that failed: these errors have no code. */
const UNREACHABLE_MESSAGES =
  /^(Connection terminated|timeout expired|Client (has encountered|was closed)|Cannot use a pool)/;

/**
 * Returns why PostgreSQL can never store a row, without the row's values; null for any other error, after
 * which the statement can be retried.
 */
export function explainDataError(error: unknown): string | null {
  const cause = postgresErrorOf(error);
  if (!cause || !DATA_ERROR_CLASSES.has(codeOf(cause).slice(0, 2)) || isPartitionMissing(cause)) return null;
  return `PostgreSQL refused it: ${cause.message.replace(/"[^"]*"/g, "…")} (${codeOf(cause)})`;
}

/**
 * Another process may have dropped the partition (retention). It is created again, so the row is not at
 * fault.
 */
function isPartitionMissing({ message }: DatabaseError): boolean {
  // Its code is 23514 of PostgreSQL, and XX000 through Citus.
  return message.startsWith("no partition of relation");
}

/** Returns true if PostgreSQL could not be reached, or the connection to it failed: a retry can succeed. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && UNREACHABLE_CODES.test(String(error.code))) return true;
  return UNREACHABLE_MESSAGES.test(error.message) || isUnreachable(error.cause);
}

/**
 * Returns true if two transactions conflicted (class 40) or an expected partition was dropped, so that a
 * retry can succeed at once.
 */
export function isConflict(error: unknown): boolean {
  const cause = postgresErrorOf(error);
  return cause !== null && (codeOf(cause).startsWith("40") || isPartitionMissing(cause));
}

/**
 * Returns true for errors of the database, the connection or the system (`ECONNREFUSED`); program errors have
 * no code, or one of Node.
 */
export function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof DrizzleQueryError || error instanceof DatabaseError || isUnreachable(error))
    return true;
  return error instanceof Error && "code" in error && !String(error.code).startsWith("ERR_");
}

/**
 * Returns whether the stored content is at fault, not the database or the connection: PostgreSQL can never
 * store one of its values, or the program failed on it.
 * @param isLastTry counts errors of unknown cause too, because they occurred repeatedly.
 */
export function isContentFault(error: unknown, isLastTry: boolean): boolean {
  const cause = postgresErrorOf(error);
  if (!cause) return !isDatabaseFailure(error);
  if (explainDataError(cause) !== null) return true;
  return isLastTry && !isPartitionMissing(cause) && !SERVER_ERROR_CLASSES.has(codeOf(cause).slice(0, 2));
}

/** Returns true if a statement exceeded its time limit (`query_canceled`). */
export function isTimedOut(error: unknown): boolean {
  return postgresErrorOf(error)?.code === "57014";
}

function postgresErrorOf(error: unknown): DatabaseError | null {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof DatabaseError ? cause : null;
}

/** Returns the SQLSTATE. Citus loses that of a row that a COPY to another node violates a constraint with. */
function codeOf({ code, message }: DatabaseError): string {
  const constraint = code === "XX000" && VIOLATION.exec(message)?.[1];
  return (constraint && VIOLATION_CODES.get(constraint)) || (code ?? "");
}
