import "server-only";
import { LOG_LEVELS } from "@baton/core/environment";
import { logLevel } from "@/env";

type Fields = Record<string, unknown>;
type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * The server's log: one JSON object a line, to standard output or, for errors, to
 * standard error. `BATON_LOG_LEVEL` says how much.
 */
export const log = {
  info: (message: string, fields: Fields = {}) => write("info", console.info, message, fields),
  error: (message: string, fields: Fields = {}) => write("error", console.error, message, fields),
};

function write(level: LogLevel, print: (line: string) => void, message: string, fields: Fields): void {
  if (isLogged(level, logLevel)) print(toLine(level, message, fields));
}

/**
 * Whether something of one level is written where the log is set to
 * another: what is as grave as that, or graver.
 */
export function isLogged(level: LogLevel, setting: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(setting);
}

/** What JSON lets through and a terminal obeys, or what turns the direction of text. */
const STEERING = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu;

/** A line of the log: whatever stands in the fields, it is one line, and steers no terminal. */
export function toLine(level: string, message: string, fields: Fields): string {
  const line = JSON.stringify(
    { level, time: new Date().toISOString(), message, ...fields },
    (_key, value: unknown) => (value instanceof Error ? describeError(value) : value),
  );
  return line.replace(STEERING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The cause is kept: the database's own words stand there, below those of the query builder. */
function describeError(error: Error): Fields {
  return {
    name: error.name,
    message: withoutParameters(error),
    stack: error.stack?.slice(Math.max(0, error.stack.indexOf("\n    at "))).trimStart(),
    cause: error.cause,
  };
}

/**
 * The query builder puts the values of a failed query into its
 * message: they may be anything, a token among them.
 */
function withoutParameters(error: Error): string {
  return "params" in error && "query" in error ? `Failed query: ${error.query}` : error.message;
}
