import { LOG_LEVELS, parseEnvironment } from "@baton/core/environment";
import { z } from "zod";

/** Names or addresses, divided by commas. */
const List = z
  .string()
  .default("")
  .transform((text) => text.split(",").map((each) => each.trim().toLowerCase()))
  .transform((each) => each.filter(Boolean));

const Environment = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** A streaming replica of it, for what only reads. */
  DATABASE_READ_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Where ingest takes events over HTTP; absent where it does not run beside this server. */
  BATON_INGEST_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** What cookies are signed with. Where it changes, everybody is signed out. */
  BATON_SECRET: z.string().min(32),
  /**
   * The address that people open, where it is not one of this machine: links in mails
   * begin with it, cookies and headers go by it.
   */
  BATON_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Where mails are handed in (`smtps://user:password@host:465`); without it none are sent. */
  BATON_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  BATON_MAIL_FROM: z.string().default("Baton <baton@localhost>"),
  /**
   * A provider of OpenID Connect to sign in by; the three belong
   * together, and need `BATON_URL` for the way back.
   */
  BATON_OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  BATON_OIDC_CLIENT_ID: z.string().min(1).optional(),
  BATON_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** What stands on the button that leads there. */
  BATON_OIDC_NAME: z.string().min(1).default("single sign-on"),
  /**
   * Further names, comma-separated, that this server answers to; it
   * answers to those of the loopback by itself.
   */
  BATON_ALLOWED_HOSTS: List,
  /**
   * Proxies in front of this server, as addresses and networks (`10.0.0.0/8`): whom
   * they heard is whom attempts are counted by.
   */
  BATON_TRUSTED_PROXIES: List.pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))),
  /** How much is written to the log. */
  BATON_LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
});
export type Environment = z.infer<typeof Environment>;

let environment: Environment | undefined;

/**
 * The settings of this server, read when they are first asked for: a build has none of them.
 *
 * @throws Error with a sentence that names each variable at fault, and never its value.
 */
export function env(): Environment {
  environment ??= parseEnvironment(Environment, process.env);
  return environment;
}

/** How much is written to the log. By itself, so that a server that lacks another setting can say so. */
export const logLevel = z.enum(LOG_LEVELS).catch("info").parse(process.env.BATON_LOG_LEVEL);

/** Whether this is `next dev`, whose tools need more than a page in production may do. */
export const isDevelopment = process.env.NODE_ENV === "development";
