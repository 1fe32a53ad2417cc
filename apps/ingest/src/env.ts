import { delimiter, resolve } from "node:path";
import { z } from "zod";

const Port = z.coerce.number().int().min(0).max(65_535);
const Flag = z.enum(["true", "false"]).transform((flag) => flag === "true");

/** What ingest is told by its environment. */
const Environment = z.object({
  /** `postgres://…` */
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "begins with postgres://"),
  /** Where the project lies: its migrations are at `packages/db/migrations` in it. */
  BATON_PROJECT_ROOT: z.string().default(process.cwd()),
  /** The port of what programs post, of health checks and metrics, on 127.0.0.1; 0 is any that is free. */
  BATON_INGEST_PORT: Port.default(3001),
  /** Files and folders to follow, divided as in PATH; they become sources of the workspace `default`. */
  BATON_FOLLOW: z
    .string()
    .default("")
    .transform((paths) =>
      paths
        .split(delimiter)
        .filter((path) => path !== "")
        .map((path) => resolve(path)),
    ),
  /** How many requests of one key are answered in a minute. */
  BATON_REQUESTS_PER_MINUTE: z.coerce.number().int().min(6).default(6_000),
  /** `false` stores sizes, outlines and hashes only. */
  BATON_STORE_CONTENT: Flag.default(true),
  BATON_LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});
export type Environment = z.infer<typeof Environment>;

/** @throws with a sentence that names each variable at fault, and never its value. */
export function readEnvironment(): Environment {
  const given = Object.entries(process.env).filter(([, value]) => value !== "");
  const parsed = Environment.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`The environment is not right. ${faults.join("; ")}.`);
}
