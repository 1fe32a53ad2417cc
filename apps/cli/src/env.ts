import { z } from "zod";
import { CommandError } from "./command-error";

/** Where Baton answers on this machine, if nothing else is said. */
export const LOCAL_ADDRESS = "http://127.0.0.1:3000";

const Environment = z.object({
  /** Where the database is; without it Baton runs a PostgreSQL of its own. */
  DATABASE_URL: z
    .string()
    .optional()
    .transform((url) => (url === "" ? undefined : url))
    .refine((url) => url === undefined || /^postgres(ql)?:\/\//.test(url), "begins with postgres://"),
  /** The address that people open Baton at, for links that are passed on. */
  BATON_URL: z
    .string()
    .optional()
    .transform((url) => (url === "" ? undefined : url))
    .refine((url) => url === undefined || /^https?:\/\//.test(url), "begins with https:// or http://"),
  /** What a server knows this machine by, for what is asked of it. */
  BATON_API_KEY: z
    .string()
    .optional()
    .transform((key) => (key === "" ? undefined : key)),
  /** `false`: what is ingested is stored as sizes, outlines and hashes only. */
  BATON_STORE_CONTENT: z
    .enum(["true", "false", ""], { error: "is true or false" })
    .default("true")
    .transform((flag) => flag !== "false"),
});
export type Environment = z.infer<typeof Environment>;

/**
 * The settings that come from the environment.
 *
 * @throws CommandError that names the variable at fault, and not its value: it may hold a password.
 */
export function readEnvironment(): Environment {
  const parsed = Environment.safeParse(process.env);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CommandError(`The environment variable ${issue?.path.join(".")} is wrong: it ${issue?.message}.`);
}
