import { delimiter } from "node:path";
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
  /** Public address of Baton, for links that users share. */
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
type Environment = z.infer<typeof Environment>;

/**
 * Returns the settings in the environment.
 * @throws CommandError that names each invalid variable, but not its value: it may contain a password.
 */
export function readEnvironment(): Environment {
  try {
    return parseEnvironment(Environment, process.env);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the whole environment, which `baton start` passes to the programs that it starts. */
export function readStartEnvironment(): Record<string, string | undefined> {
  return ENVIRONMENT;
}

/** Returns the folders in which a shell searches for commands. */
export function readSearchPath(): string[] {
  return (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
}
