import "server-only";

type Fields = Record<string, unknown>;

/** The server's log: one JSON object a line, to standard output or, for errors, to standard error. */
export const log = {
  info: (message: string, fields: Fields = {}) => console.info(toLine("info", message, fields)),
  error: (message: string, fields: Fields = {}) => console.error(toLine("error", message, fields)),
};

function toLine(level: string, message: string, fields: Fields): string {
  return JSON.stringify(
    { level, time: new Date().toISOString(), message, ...fields },
    (_key, value: unknown) => (value instanceof Error ? describeError(value) : value),
  );
}

/** The cause is kept: the database's own words stand there, below those of the query builder. */
function describeError(error: Error): Fields {
  return { name: error.name, message: error.message, stack: error.stack, cause: error.cause };
}
