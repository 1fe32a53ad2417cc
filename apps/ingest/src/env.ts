import { delimiter, resolve } from "node:path";
import { LOG_LEVELS, parseEnvironment } from "@baton/core/environment";
import { PublicUrl } from "@baton/http/public-url";
import { z } from "zod";

const Port = z.coerce.number().int().min(0).max(65_535);
const Flag = z.enum(["true", "false"]).transform((flag) => flag === "true");

/** Environment variables of ingest. */
const Variables = z.object({
  /** `postgres://…` */
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "must begin with postgres://"),
  /** Project folder. Its migrations are in `packages/db/migrations`. */
  BATON_PROJECT_ROOT: z.string().default(process.cwd()),
  /** Port for posted events, health checks and metrics; 0 selects a free port. */
  BATON_INGEST_PORT: Port.default(3001),
  /** Address to listen on: `0.0.0.0` in a container, which has its own network. */
  BATON_INGEST_HOST: z.string().default("127.0.0.1"),
  /** Files and folders to follow, separated as in PATH. They become sources of the workspace `default`. */
  BATON_FOLLOW: z
    .string()
    .default("")
    .transform((paths) =>
      paths
        .split(delimiter)
        .filter((path) => path !== "")
        .map((path) => resolve(path)),
    ),
  /** Requests per API key and minute. */
  BATON_REQUESTS_PER_MINUTE: z.coerce.number().int().min(6).default(6_000),
  /**
   * `false` stores sizes, outlines and hashes only. The default is true if Baton is only reachable on this
   * machine.
   */
  BATON_STORE_CONTENT: Flag.optional(),
  /** Public address, for links in notifications. */
  BATON_URL: PublicUrl.default("http://127.0.0.1:3000"),
  /** SMTP server (`smtps://user:password@host:465`). Without it, Baton sends no mail. */
  BATON_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "begins with smtps:// or smtp://")
    .optional(),
  BATON_MAIL_FROM: z.string().default("Baton <baton@localhost>"),
  /** Private addresses and networks (`10.1.0.0/16`), comma-separated, that webhooks may reach. */
  BATON_WEBHOOK_NETWORKS: z
    .string()
    .default("")
    .transform((networks) =>
      networks
        .split(",")
        .map((network) => network.trim())
        .filter((network) => network !== ""),
    ),
  BATON_LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
});

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** If other machines can reach Baton, the operator must choose whether to store content. */
const Environment = Variables.transform(({ BATON_STORE_CONTENT, ...others }, context) => {
  if (BATON_STORE_CONTENT === undefined && !LOOPBACK.test(new URL(others.BATON_URL).hostname)) {
    context.addIssue({
      code: "custom",
      path: ["BATON_STORE_CONTENT"],
      message:
        "choose “true” to store what agents wrote, or “false” for sizes, outlines and hashes only, as BATON_URL is open to more than this machine",
    });
    return z.NEVER;
  }
  return { ...others, BATON_STORE_CONTENT: BATON_STORE_CONTENT ?? true };
});
export type Environment = z.infer<typeof Environment>;

/**
 * Reads the settings of ingest.
 * @throws Error that names each invalid variable, but not its value.
 */
export function readEnvironment(): Environment {
  return parseEnvironment(Environment, process.env);
}
