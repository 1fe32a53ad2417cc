import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, isNotNull, ne, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { authAccount, authSession, authUser } from "../../schema/index";
import { LIST_LIMIT } from "../statement/limits";
import { endLinks } from "./link-token";
import { type Account, lockAccount } from "./lock-account";

/** Provider name of passwords in better-auth. */
const PASSWORD_PROVIDER = "credential";

/** Placeholder of a missing mail address. No mail reaches it. */
export const FOUNDER_EMAIL = "owner@localhost";

/**
 * Creates the first account, without a password, unless it exists.
 *
 * @returns it; null if another account has its placeholder address.
 */
export async function upsertFounder(db: Database): Promise<Account | null> {
  await db
    .insert(authUser)
    .values({ id: randomUUID(), name: "Local owner", email: FOUNDER_EMAIL, isFounder: true })
    .onConflictDoNothing();
  const [founder] = await db.select().from(authUser).where(eq(authUser.isFounder, true));
  return founder ?? null;
}

/** Returns true if any account has a password. Until then, one-time links are the only way to sign in. */
export async function hasPassword(db: Database): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(authAccount)
    .where(and(eq(authAccount.providerId, PASSWORD_PROVIDER), isNotNull(authAccount.password)))
    .limit(1);
  return rows.length > 0;
}

/** Returns the account with this mail address, ignoring case, or null. */
export async function findAccount(db: Database, { email }: { email: string }): Promise<Account | null> {
  const rows = await db.select().from(authUser).where(eq(authUser.email, email.toLowerCase()));
  return rows[0] ?? null;
}

/**
 * Creates an account with a password.
 *
 * @param passwordHash as better-auth hashes it.
 * @returns the account, or null if another one has the address.
 */
export async function createAccount(
  db: Database,
  { name, email, passwordHash }: { name: string; email: string; passwordHash: string },
): Promise<Account | null> {
  return db.transaction(async (tx) => {
    const [made] = await tx
      .insert(authUser)
      .values({ id: randomUUID(), name, email: email.toLowerCase() })
      .onConflictDoNothing()
      .returning();
    if (made) await setPassword(tx, { userId: made.id, passwordHash });
    return made ?? null;
  });
}

/**
 * Changes the name and mail address of an account. Invalidates its older links, which may be in the old
 * mailbox.
 *
 * @returns false if another account has the address.
 */
export async function updateAccount(
  db: Database,
  { userId, name, email }: { userId: string; name: string; email: string },
): Promise<boolean> {
  const updated = await db
    .update(authUser)
    .set({ name, email: email.toLowerCase(), updatedAt: sql`now()` })
    .where(
      and(
        eq(authUser.id, userId),
        sql`not exists (select 1 from ${authUser} other where other.email = ${email.toLowerCase()} and other.id <> ${userId})`,
      ),
    )
    .returning({ id: authUser.id });
  if (updated.length > 0) await endLinks(db, { userId });
  return updated.length > 0;
}

/** Sets the password of an account, whether or not it had one, and invalidates its earlier links. */
export async function setPassword(
  db: Database,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<void> {
  await lockAccount(db, { userId });
  const values = { accountId: userId, providerId: PASSWORD_PROVIDER, userId, password: passwordHash };
  await db
    .insert(authAccount)
    .values({ id: randomUUID(), ...values })
    .onConflictDoUpdate({
      target: [authAccount.providerId, authAccount.accountId],
      set: { password: passwordHash, updatedAt: sql`excluded.updated_at` },
    });
  await endLinks(db, { userId });
}

/** Returns the ways to sign in to an account. */
export async function listSignInWays(db: Database, { userId }: { userId: string }) {
  const rows = await db
    .select({ provider: authAccount.providerId })
    .from(authAccount)
    .where(eq(authAccount.userId, userId));
  return {
    hasPassword: rows.some(({ provider }) => provider === PASSWORD_PROVIDER),
    providers: rows.flatMap(({ provider }) => (provider === PASSWORD_PROVIDER ? [] : [provider])),
  };
}

/** Returns the password hash of an account; null without a password. */
export async function getPasswordHash(db: Database, { userId }: { userId: string }): Promise<string | null> {
  const [found] = await db
    .select({ password: authAccount.password })
    .from(authAccount)
    .where(and(eq(authAccount.userId, userId), eq(authAccount.providerId, PASSWORD_PROVIDER)));
  return found?.password ?? null;
}

/**
 * Returns true if an account still has this password. Waits for a change in progress, and blocks changes
 * until its own transaction ends, because the password could change during the slow comparison.
 *
 * @param passwordHash the hash as read before.
 */
export async function isPasswordUnchanged(
  db: Database,
  { userId, passwordHash }: { userId: string; passwordHash: string | null },
): Promise<boolean> {
  await lockAccount(db, { userId });
  return (await getPasswordHash(db, { userId })) === passwordHash;
}

/** Lists the browsers in which an account is signed in, without their tokens, last used first. */
export async function listSignIns(db: Database, { userId }: { userId: string }) {
  return db
    .select({
      signInId: authSession.id,
      ipAddress: authSession.ipAddress,
      userAgent: sql<string | null>`left(${authSession.userAgent}, 300)`,
      createdAt: authSession.createdAt,
      usedAt: authSession.updatedAt,
    })
    .from(authSession)
    .where(and(eq(authSession.userId, userId), gt(authSession.expiresAt, sql`now()`)))
    .orderBy(desc(authSession.updatedAt), desc(authSession.id))
    .limit(LIST_LIMIT);
}

/**
 * Signs an account out: in one browser (by the ID of the sign-in, or its token), in all but one, or
 * everywhere. Effective with the next request.
 * @returns the number of browsers.
 */
export async function endSignIns(
  db: Database,
  { userId, only, token, except }: { userId: string; only?: string; token?: string; except?: string },
): Promise<number> {
  const ended = await db
    .delete(authSession)
    .where(
      and(
        eq(authSession.userId, userId),
        only === undefined ? undefined : eq(authSession.id, only),
        token === undefined ? undefined : eq(authSession.token, token),
        except === undefined ? undefined : ne(authSession.id, except),
      ),
    )
    .returning({ id: authSession.id });
  return ended.length;
}
