import type { z } from "zod";

/** Log levels: each includes the more severe ones. */
export const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;

/**
 * Parses a program's environment. An empty variable counts as not set, because Compose passes on unset ones
 * as empty.
 *
 * @param schema an object with a property for each variable.
 * @param variables like `process.env`.
 * @throws Error that names every invalid variable, but no value, which can be a password.
 */
export function parseEnvironment<Schema extends z.ZodType>(
  schema: Schema,
  variables: NodeJS.ProcessEnv,
): z.output<Schema> {
  const given = Object.entries(variables).filter(([, value]) => value !== "");
  const parsed = schema.safeParse(Object.fromEntries(given), {
    error: ({ input }) => {
      if (input === undefined) return "is not set";
      return Number.isNaN(input) ? "is not a number" : undefined;
    },
  });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`Invalid environment. ${faults.join("; ")}.`);
}
