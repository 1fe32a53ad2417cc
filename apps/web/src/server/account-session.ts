import "server-only";
import { endSignIns, findAccount, getPasswordHash, isPasswordUnchanged } from "@baton/db";
import { TRPCError } from "@trpc/server";
import { isAPIError } from "better-auth/api";
import { millisecondsInHour } from "date-fns/constants";
import { withBasePath } from "@/base-path";
import { authentication, singleSignOn } from "./auth";
import { addressOfClient } from "./client-address";
import type { Context } from "./context";
import { RateLimit, requireRate } from "./rate-limit";

const QUARTER_HOUR_MILLISECONDS = millisecondsInHour / 4;

/** Limits of attempts: on one account from any address, and from one address on any account. */
const perAccount = new RateLimit(10, QUARTER_HOUR_MILLISECONDS);
const perAddress = new RateLimit(60, QUARTER_HOUR_MILLISECONDS);

type Responding = Pick<Context, "requestHeaders" | "responseHeaders">;
type Answer = { headers: Headers };

const WRONG_PASSWORD = "Wrong email or password.";

/** Counts an attempt of a user who is not signed in. */
export function requireAddressRate(ctx: Responding): void {
  requireRate(perAddress, addressOfClient(ctx.requestHeaders), ctx);
}

/**
 * Counts an attempt on an account, named by its address, or by its ID if
 * the client can change the address.
 */
export function requireAccountRate(ctx: Responding, account: string): void {
  requireRate(perAccount, account.toLowerCase(), ctx);
}

/**
 * Signs in with a password. A wrong address gives the same error as a wrong password.
 *
 * @throws TRPCError `UNAUTHORIZED`, or `TOO_MANY_REQUESTS`.
 */
export async function openSessionByPassword(
  ctx: Responding & Pick<Context, "db">,
  email: string,
  password: string,
): Promise<void> {
  requireAddressRate(ctx);
  requireAccountRate(ctx, email);
  // Call this for an unknown email too, so that it does not take less time.
  const userId = (await findAccount(ctx.db, { email }))?.id ?? "";
  const passwordHash = await getPasswordHash(ctx.db, { userId });
  const body = { email: email.toLowerCase(), password, rememberMe: true };
  const headers = ctx.requestHeaders;
  const signedIn = await orRefusal(
    authentication().api.signInEmail({ body, headers, returnHeaders: true }),
    WRONG_PASSWORD,
  );
  // A password change ends all sign-ins that used the old one, but this one did not exist yet.
  if (!(await isPasswordUnchanged(ctx.db, { userId, passwordHash }))) {
    await endSignIns(ctx.db, { userId, token: signedIn.response.token });
    throw new TRPCError({ code: "UNAUTHORIZED", message: WRONG_PASSWORD });
  }
  setCookies(ctx, signedIn);
  perAccount.giveBack(email.toLowerCase());
}

/** Starts a sign-in at the OpenID Connect provider: returns the URL to open, which leads back here. */
export async function beginSingleSignOn(ctx: Responding): Promise<string> {
  requireAddressRate(ctx);
  const provider = singleSignOn();
  if (!provider) throw new TRPCError({ code: "NOT_FOUND", message: "Single sign-on is not configured." });
  const body = {
    provider: provider.providerId,
    callbackURL: withBasePath("/"),
    errorCallbackURL: withBasePath("/sign-in"),
    disableRedirect: true,
  };
  const options = { body, headers: ctx.requestHeaders, returnHeaders: true } as const;
  const begun = await authentication().api.signInSocial(options);
  setCookies(ctx, begun);
  if (!begun.response.url) throw new Error("a single sign-on start URL");
  return begun.response.url;
}

/** Signs in a user who was identified by other means. */
export async function openSession(ctx: Responding, userId: string): Promise<void> {
  const options = { body: { userId }, headers: ctx.requestHeaders, returnHeaders: true } as const;
  setCookies(ctx, await authentication().api.openSession(options));
}

/** Ends the session of the requesting browser. */
export async function closeSession(ctx: Responding): Promise<void> {
  setCookies(ctx, await authentication().api.signOut({ headers: ctx.requestHeaders, returnHeaders: true }));
}

function setCookies({ responseHeaders }: Responding, { headers }: Answer): void {
  for (const cookie of headers.getSetCookie()) responseHeaders?.append("set-cookie", cookie);
}

async function orRefusal<Result>(signedIn: Promise<Result>, message: string): Promise<Result> {
  try {
    return await signedIn;
  } catch (error) {
    if (!isAPIError(error)) throw error;
    throw new TRPCError({ code: "UNAUTHORIZED", message });
  }
}
