import "server-only";
import { LOG_LEVELS } from "@baton/core/environment";
import { logLevel } from "@/env";

type Fields = Record<string, unknown>;
type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Writes the server's log: one JSON object per line, to standard output, or to standard
 * error for errors. `BATON_LOG_LEVEL` sets the level.
 */
export const log = {
  info: (message: string, fields: Fields = {}) => write("info", console.info, message, fields),
  error: (message: string, fields: Fields = {}) => write("error", console.error, message, fields),
};

function write(level: LogLevel, print: (line: string) => void, message: string, fields: Fields): void {
  if (isLogged(level, logLevel)) print(toLine(level, message, fields));
}

/**
 * Returns true if a message of this level is at least as severe as the
 * log's setting.
 */
export function isLogged(level: LogLevel, setting: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(setting);
}

/** Characters that JSON allows but that control a terminal or change the text direction. */
const STEERING = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu;

/** Formats a log entry as one line that cannot control a terminal, for any fields. */
export function toLine(level: string, message: string, fields: Fields): string {
  const line = JSON.stringify(
    { level, time: new Date().toISOString(), message, ...fields },
    (_key, value: unknown) => (value instanceof Error ? describeError(value) : value),
  );
  return line.replace(STEERING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Keep the cause: it has the database's own message, below that of the query builder. */
function describeError(error: Error): Fields {
  return {
    name: error.name,
    message: withoutParameters(error),
    stack: error.stack?.slice(Math.max(0, error.stack.indexOf("\n    at "))).trimStart(),
    cause: error.cause,
  };
}

/**
 * Removes the parameters of a failed query, which the query builder puts into its message and which may
 * contain secrets.
 */
function withoutParameters(error: Error): string {
  return "params" in error && "query" in error ? `Failed query: ${error.query}` : error.message;
}
