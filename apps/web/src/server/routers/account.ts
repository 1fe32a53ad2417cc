import { takeLink } from "@baton/db";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { isAPIError } from "better-auth/api";
import { z } from "zod";
import { authentication } from "../auth";
import type { Context } from "../context";
import { MAX_PASSWORD_LENGTH } from "../password";
import { addressOfClient, RateLimit, requireRate } from "../rate-limit";
import { openProcedure, userProcedure } from "../trpc";

const QUARTER_HOUR_MS = 15 * 60_000;

/** Attempts on one account, wherever they come from, and from one address, whatever they are on. */
const perAccount = new RateLimit(10, QUARTER_HOUR_MS);
const perAddress = new RateLimit(60, QUARTER_HOUR_MS);

export const accountRouter = {
  /** Signs in with an address and a password. */
  signIn: openProcedure("account.signIn")
    .input(z.object({ email: z.email().max(254), password: z.string().min(1).max(MAX_PASSWORD_LENGTH) }))
    .mutation(async ({ ctx, input: { email, password } }) => {
      const account = email.toLowerCase();
      requireRate(perAddress, addressOfClient(ctx.requestHeaders), ctx);
      requireRate(perAccount, account, ctx);
      const body = { email: account, password, rememberMe: true };
      const signedIn = authentication().api.signInEmail({
        body,
        headers: ctx.requestHeaders,
        returnHeaders: true,
      });
      setCookies(ctx, await orWrongPassword(signedIn));
      perAccount.forget(account);
    }),

  /** Signs in with a link that works once. */
  signInByLink: openProcedure("account.signInByLink")
    .input(z.object({ token: z.string().max(100) }))
    .mutation(async ({ ctx, input: { token } }) => {
      requireRate(perAddress, addressOfClient(ctx.requestHeaders), ctx);
      const taken = await takeLink(ctx.db, { token, purpose: "sign_in" });
      if (!taken) {
        throw new TRPCError({ code: "UNAUTHORIZED", message: "This link was used before, or has expired." });
      }
      await openSession(ctx, taken.userId);
    }),

  /** Ends the session of this browser. */
  signOut: userProcedure("account.signOut").mutation(async ({ ctx }) => {
    setCookies(ctx, await authentication().api.signOut({ headers: ctx.requestHeaders, returnHeaders: true }));
  }),
} satisfies TRPCRouterRecord;

type Answer = { headers: Headers };
type Responding = Pick<Context, "requestHeaders" | "responseHeaders">;

/** Signs somebody in who has proved who they are. */
async function openSession(ctx: Responding, userId: string): Promise<void> {
  const options = { body: { userId }, headers: ctx.requestHeaders, returnHeaders: true } as const;
  setCookies(ctx, await authentication().api.openSession(options));
}

function setCookies({ responseHeaders }: Responding, { headers }: Answer): void {
  for (const cookie of headers.getSetCookie()) responseHeaders?.append("set-cookie", cookie);
}

/** Says of a wrong address what it says of a wrong password. */
async function orWrongPassword(signedIn: Promise<Answer>): Promise<Answer> {
  try {
    return await signedIn;
  } catch (error) {
    if (!isAPIError(error)) throw error;
    throw new TRPCError({ code: "UNAUTHORIZED", message: "The address or the password is wrong." });
  }
}
