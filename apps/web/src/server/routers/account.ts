import {
  consumeLink,
  createLink,
  type Database,
  endSignIns,
  getPasswordHash,
  isPasswordUnchanged,
  listSignIns,
  listSignInWays,
  lockAccount,
  setPassword,
  updateAccount,
} from "@baton/db";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { Email, Name, NewPassword, Token } from "../account-inputs";
import {
  beginSingleSignOn,
  closeSession,
  openSession,
  openSessionByPassword,
  requireAccountRate,
  requireAddressRate,
} from "../account-session";
import { hashPassword, verifyPassword } from "../hash-password";
import { log } from "../log";
import { sendMail } from "../mail";
import { MAX_PASSWORD_LENGTH } from "../password";
import { publicAddress } from "../public-address";
import { openProcedure, userProcedure } from "../trpc";

const RESET_LIFETIME_SECONDS = 3600;

const Password = z.string().max(MAX_PASSWORD_LENGTH);

export const accountRouter = {
  /** Signs in with email and password. */
  signIn: openProcedure("account.signIn")
    .input(z.object({ email: Email, password: Password }))
    .mutation(({ ctx, input: { email, password } }) => openSessionByPassword(ctx, email, password)),

  /** Signs in with a one-time link. */
  signInByLink: openProcedure("account.signInByLink")
    .input(z.object({ token: Token }))
    .mutation(async ({ ctx, input: { token } }) => {
      requireAddressRate(ctx);
      await ctx.db.transaction(async (tx) => {
        const taken = await consumeLink(tx, { token, purpose: "sign_in" });
        if (!taken) throw refuseLink();
        // While the account is locked: a concurrent password change ends this session too.
        await openSession(ctx, taken.userId);
      });
    }),

  /** Starts single sign-on and returns the URL to open. */
  beginSingleSignOn: openProcedure("account.beginSingleSignOn").mutation(({ ctx }) => beginSingleSignOn(ctx)),

  /** Mails a link to reset the password. The response does not reveal whether the account exists. */
  requestReset: openProcedure("account.requestReset")
    .input(z.object({ email: Email }))
    .mutation(({ ctx, input: { email } }) => {
      requireAddressRate(ctx);
      requireAccountRate(ctx, `reset ${email}`);
      // Do not wait: the response time would reveal whether the account exists.
      mailResetLink(ctx.db, email, publicAddress()).catch((error: unknown) =>
        log.error("a password reset email was not sent", { error }),
      );
    }),

  /** Sets a new password with a link, and signs out every browser of the account. */
  resetPassword: openProcedure("account.resetPassword")
    .input(z.object({ token: Token, password: NewPassword }))
    .mutation(async ({ ctx, input: { token, password } }) => {
      requireAddressRate(ctx);
      const passwordHash = await hashPassword(password);
      const userId = await ctx.db.transaction(async (tx) => {
        const taken = await consumeLink(tx, { token, purpose: "reset_password" });
        if (!taken) throw refuseLink();
        await setPassword(tx, { userId: taken.userId, passwordHash });
        await endSignIns(tx, { userId: taken.userId });
        return taken.userId;
      });
      await openSession(ctx, userId);
    }),

  /** Returns the signed-in user, their ways to sign in, and their signed-in browsers. */
  get: userProcedure("account.get").query(async ({ ctx }) => {
    const { user } = ctx;
    const [ways, signIns] = await Promise.all([
      listSignInWays(ctx.db, { userId: user.id }),
      listSignIns(ctx.db, { userId: user.id }),
    ]);
    return {
      user,
      ...ways,
      signIns: signIns.map((each) => ({ ...each, isCurrent: each.signInId === ctx.signInId })),
    };
  }),

  /** Changes name and address; requires the password if the account has one. */
  update: userProcedure("account.update")
    .input(z.object({ name: Name, email: Email, password: Password }))
    .mutation(async ({ ctx, input: { name, email, password } }) => {
      const { id: userId } = ctx.user;
      const passwordHash = await requirePassword(ctx.db, ctx.user, password, ctx);
      await ctx.db.transaction(async (tx) => {
        if (!(await isPasswordUnchanged(tx, { userId, passwordHash }))) throw refusePassword();
        if (!(await updateAccount(tx, { userId, name, email }))) throw refuse(ADDRESS_TAKEN);
      });
    }),

  /** Gives the first account, which can only sign in with links, a name, an email and a password. */
  claim: userProcedure("account.claim")
    .input(z.object({ name: Name, email: Email, password: NewPassword }))
    .mutation(async ({ ctx, input: { name, email, password } }) => {
      const { id: userId } = ctx.user;
      await ctx.db.transaction(async (tx) => {
        // If two browsers claim it at once, one succeeds and the other gets an error.
        await lockAccount(tx, { userId });
        const { hasPassword, providers } = await listSignInWays(tx, { userId });
        if (hasPassword) throw refuse("This account already has a password.");
        if (providers.length > 0) throw refuse("This account uses single sign-on.");
        if (!(await updateAccount(tx, { userId, name, email }))) throw refuse(ADDRESS_TAKEN);
        // Hash last: hashing rejected requests would
        // let a client keep the machine busy.
        await setPassword(tx, { userId, passwordHash: await hashPassword(password) });
      });
    }),

  /** Changes the password, and signs out every other browser. */
  changePassword: userProcedure("account.changePassword")
    .input(z.object({ password: Password, newPassword: NewPassword }))
    .mutation(async ({ ctx, input: { password, newPassword } }) => {
      const { id: userId } = ctx.user;
      const before = await requirePassword(ctx.db, ctx.user, password, ctx);
      // Setting a first password would give anyone at an unlocked browser permanent access.
      if (before === null) throw refuse("This account has no password.");
      const passwordHash = await hashPassword(newPassword);
      await ctx.db.transaction(async (tx) => {
        if (!(await isPasswordUnchanged(tx, { userId, passwordHash: before }))) throw refusePassword();
        await setPassword(tx, { userId, passwordHash });
        await endSignIns(tx, { userId, except: ctx.signInId });
      });
    }),

  /** Signs out another browser. */
  endSignIn: userProcedure("account.endSignIn")
    .input(z.object({ signInId: z.string().max(100) }))
    .mutation(async ({ ctx, input }) => {
      await endSignIns(ctx.db, { userId: ctx.user.id, only: input.signInId });
    }),

  /** Signs out this browser. */
  signOut: userProcedure("account.signOut").mutation(({ ctx }) => closeSession(ctx)),

  /** Signs out every browser, including this one. */
  signOutEverywhere: userProcedure("account.signOutEverywhere").mutation(async ({ ctx }) => {
    await endSignIns(ctx.db, { userId: ctx.user.id });
    await closeSession(ctx);
  }),
} satisfies TRPCRouterRecord;

async function mailResetLink(db: Database, email: string, address: string): Promise<void> {
  const token = await db.transaction(async (tx) => {
    // If the address changes meanwhile, do not mail the old one.
    const account = await lockAccount(tx, { email });
    if (!account) return null;
    const { hasPassword, providers } = await listSignInWays(tx, { userId: account.id });
    // A password would bypass the provider, which may require more or block the user.
    if (!hasPassword && providers.length > 0) return null;
    const purpose = "reset_password";
    return createLink(tx, { userId: account.id, purpose, lifetimeSeconds: RESET_LIFETIME_SECONDS });
  });
  if (token === null) return;
  await sendMail({
    to: email,
    subject: "Reset your Baton password",
    text: `Reset the password for ${email}. This link expires in one hour:\n\n${address}/reset-password#${token}\n\nIf you did not ask for it, ignore this email.\n`,
  });
}

/**
 * Requires the password if the account has one, since an unlocked browser
 * does not prove who uses it.
 *
 * @returns its hash, to detect a concurrent change later;
 * null without a password.
 */
async function requirePassword(
  db: Database,
  { id: userId }: { id: string },
  password: string,
  ctx: Parameters<typeof requireAccountRate>[0],
): Promise<string | null> {
  requireAccountRate(ctx, `id ${userId}`);
  const hash = await getPasswordHash(db, { userId });
  if (hash === null || (await verifyPassword({ hash, password }))) return hash;
  throw refusePassword();
}

function refusePassword(): TRPCError {
  return new TRPCError({ code: "FORBIDDEN", message: "Wrong password." });
}

function refuseLink(): TRPCError {
  return new TRPCError({
    code: "UNAUTHORIZED",
    message: "This link was already used or has expired. Request a new one.",
  });
}

const ADDRESS_TAKEN = "Another account uses this email.";

function refuse(message: string): TRPCError {
  return new TRPCError({ code: "CONFLICT", message });
}
