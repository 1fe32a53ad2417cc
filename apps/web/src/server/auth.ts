import "server-only";
import { authAccount, authSession, authUser, authVerification } from "@baton/db/schema";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { genericOAuth } from "better-auth/plugins";
import { secondsInDay } from "date-fns/constants";
import { z } from "zod";
import { BASE_PATH, withBasePath } from "@/base-path";
import { env } from "@/env";
import { readProfile } from "./account-inputs";
import { database } from "./database";
import { hashPassword, verifyPassword } from "./hash-password";
import { log } from "./log";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./password";

/** Signs in a user who was identified by a link. Callable only in this process, not over HTTP. */
const openSession = createAuthEndpoint.serverOnly(
  { method: "POST", body: z.object({ userId: z.string() }) },
  async (ctx) => {
    const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId);
    if (!user) throw ctx.error("NOT_FOUND");
    const session = await ctx.context.internalAdapter.createSession(user.id);
    await setSessionCookie(ctx, { session, user });
  },
);

/**
 * Part of the callback URL, `/api/auth/callback/oidc`,
 * and of the accounts created by it.
 */
const PROVIDER = "oidc";

/** Returns the OpenID Connect provider of this installation; null if none is set. */
export function singleSignOn() {
  const { BATON_URL, BATON_OIDC_ISSUER, BATON_OIDC_CLIENT_ID, BATON_OIDC_CLIENT_SECRET, BATON_OIDC_NAME } =
    env();
  if (!BATON_OIDC_ISSUER || !BATON_OIDC_CLIENT_ID || !BATON_OIDC_CLIENT_SECRET || !BATON_URL) return null;
  return {
    providerId: PROVIDER,
    name: BATON_OIDC_NAME,
    discoveryUrl: `${BATON_OIDC_ISSUER.replace(/\/+$/, "")}/.well-known/openid-configuration`,
    requireIdTokenVerification: true,
    mapProfileToUser: (profile: object) => ({ ...readProfile(profile), image: undefined }),
    clientId: BATON_OIDC_CLIENT_ID,
    clientSecret: BATON_OIDC_CLIENT_SECRET,
    scopes: ["openid", "email", "profile"],
    pkce: true,
  };
}

function createAuth() {
  const provider = singleSignOn();
  const { BATON_SECRET, BATON_URL } = env();
  const isSecure = BATON_URL?.startsWith("https:") ?? false;
  return betterAuth({
    appName: "Baton",
    secret: BATON_SECRET,
    // Used only for callbacks from a provider; other URLs use the
    // address of the requesting page.
    baseURL: new URL(BATON_URL ?? "http://127.0.0.1").origin,
    basePath: withBasePath("/api/auth"),
    database: drizzleAdapter(database(), {
      provider: "pg",
      schema: { user: authUser, session: authSession, account: authAccount, verification: authVerification },
    }),
    emailAndPassword: {
      enabled: true,
      // Users join by invitation.
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: { expiresIn: 30 * secondsInDay, updateAge: secondsInDay },
    advanced: {
      // Browsers accept a cookie with this prefix only from this exact host over https (RFC
      // 6265bis, 4.1.3.2), so a neighbouring host cannot replace the session. The library itself only
      // knows another prefix. Below a path, cookies stay below it, which `__Host-` forbids.
      cookiePrefix: isSecure ? `${BASE_PATH ? "__Secure" : "__Host"}-baton` : "baton",
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: withBasePath("/"), secure: isSecure },
    },
    // An address at the provider does not prove ownership of the account with that address here.
    account: { accountLinking: { enabled: false } },
    plugins: [
      { id: "baton-link", endpoints: { openSession } },
      ...(provider ? [genericOAuth({ config: [provider] })] : []),
    ],
    // Attempts from outside are limited at the procedure (`./rate-limit`),
    // by account and by address.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: "warn",
      log: (level, message) => (level === "error" ? log.error : log.info)(`better-auth: ${message}`),
    },
  });
}

let auth: ReturnType<typeof createAuth> | undefined;

/**
 * Returns the library instance for passwords, sessions and cookies. Created on first use, because a build has
 * no settings.
 */
export function authentication(): ReturnType<typeof createAuth> {
  auth ??= createAuth();
  return auth;
}
