import type { z } from "zod";

/** How much a program writes to its log: what is named, and all that is graver. */
export const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;

/**
 * What a program is told by its environment. A variable that is empty counts as one that is not set: Compose,
 * for one, passes on as empty what nobody set.
 *
 * @param schema an object with a property for each variable.
 * @param variables as `process.env` has them.
 * @throws Error with a sentence that names every variable at fault, and no value: it may hold a password.
 */
export function parseEnvironment<Schema extends z.ZodType>(
  schema: Schema,
  variables: NodeJS.ProcessEnv,
): z.output<Schema> {
  const given = Object.entries(variables).filter(([, value]) => value !== "");
  const parsed = schema.safeParse(Object.fromEntries(given), {
    error: ({ input }) => {
      if (input === undefined) return "is not set";
      return Number.isNaN(input) ? "is no number" : undefined;
    },
  });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`The environment is not right. ${faults.join("; ")}.`);
}
