import { parseEnvironment } from "@baton/core/environment";
import { ENVIRONMENT } from "@baton/launch";
import { z } from "zod";
import { CommandError } from "./command-error";

const Environment = z.object({
  /** URL of the database; without it Baton runs its own PostgreSQL. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
    .optional(),
  /** Folder of all data that Baton keeps on this machine. */
  BATON_DATA: z.string().optional(),
  /** The address that people open Baton at, for links that are passed on. */
  BATON_URL: z
    .string()
    .regex(/^https?:\/\//, "must begin with https:// or http://")
    .optional(),
  /** API key for requests from this machine to a server. */
  BATON_API_KEY: z.string().optional(),
  /** `false`: Baton stores only sizes, outlines and hashes of imported data. */
  BATON_STORE_CONTENT: z
    .enum(["true", "false"])
    .default("true")
    .transform((flag) => flag === "true"),
});
export type Environment = z.infer<typeof Environment>;

/**
 * The settings that come from the environment.
 *
 * @throws CommandError that names each variable at fault, and never its value: it may hold a password.
 */
export function readEnvironment(): Environment {
  try {
    return parseEnvironment(Environment, process.env);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the whole environment, which `baton start` passes on to the programs that it starts. */
export function readStartEnvironment(): Record<string, string | undefined> {
  return ENVIRONMENT;
}
