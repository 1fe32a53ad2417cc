import { LOG_LEVELS, parseEnvironment } from "@baton/core/environment";
import { basePathOf, PublicUrl } from "@baton/http/public-url";
import { z } from "zod";
import { BASE_PATH } from "./base-path";

/** Comma-separated names or addresses. */
const List = z
  .string()
  .default("")
  .transform((text) => text.split(",").map((each) => each.trim().toLowerCase()))
  .transform((each) => each.filter(Boolean));

/** Why a public address is not that of this build. */
const OTHER_PATH = `must have ${BASE_PATH ? `the path ${BASE_PATH}` : "no path"}, for which web was built. For another path, build again: “npm start” and “npm run build” read it from BATON_URL, Docker needs --build-arg BATON_URL=…`;

const Environment = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** A streaming replica of the database for reads. */
  DATABASE_READ_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Port on which ingest accepts events over HTTP; absent if it does not run next to this server. */
  BATON_INGEST_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** Signs cookies. A change signs out every user. */
  BATON_SECRET: z.string().min(32),
  /**
   * Public URL, if other than this machine's: links in mails
   * start with it, and cookies and headers depend on it. Its path must be that of the build.
   */
  BATON_URL: PublicUrl.optional(),
  /** Mail server (`smtps://user:password@host:465`); without it Baton sends no mail. */
  BATON_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  BATON_MAIL_FROM: z.string().default("Baton <baton@localhost>"),
  /**
   * An OpenID Connect provider for sign-in. The three settings belong together, and need `BATON_URL` for the
   * callback.
   */
  BATON_OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  BATON_OIDC_CLIENT_ID: z.string().min(1).optional(),
  BATON_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** Label of the sign-in button. */
  BATON_OIDC_NAME: z.string().min(1).default("single sign-on"),
  /**
   * Additional host names of this server, comma-separated; those of
   * the loopback are always included.
   */
  BATON_ALLOWED_HOSTS: List,
  /**
   * Trusted proxies in front of this server, as addresses and networks (`10.0.0.0/8`). Attempts are counted
   * by the client address that they report.
   */
  BATON_TRUSTED_PROXIES: List.pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))),
  /** The command that starts Baton (`npm start`), shown in advice; absent if another program does, such as Docker. */
  BATON_START_COMMAND: z.string().min(1).optional(),
  /** The command line program of this installation, in any folder. */
  BATON_COMMAND: z.string().min(1).default("baton"),
  /** Log level. */
  BATON_LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
});
export type Environment = z.infer<typeof Environment>;

let environment: Environment | undefined;

/** Returns true if the public address has the path that this build serves. */
function isOfBuild({ BATON_URL = "" }: Environment): boolean {
  return basePathOf(BATON_URL) === BASE_PATH;
}

/**
 * Returns the settings of this server. Reads them on first use, because a build has none.
 * @throws Error that names each invalid variable, but not its value.
 */
export function env(): Environment {
  environment ??= parseEnvironment(
    Environment.refine(isOfBuild, { path: ["BATON_URL"], error: OTHER_PATH }),
    process.env,
  );
  return environment;
}

/** Log level. Parsed separately, so that a server with another invalid setting can log that. */
export const logLevel = z.enum(LOG_LEVELS).catch("info").parse(process.env.BATON_LOG_LEVEL);

/** True in `next dev`, whose tools need more permissions than a production page has. */
export const isDevelopment = process.env.NODE_ENV === "development";
