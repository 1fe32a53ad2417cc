import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, isNotNull, ne, sql } from "drizzle-orm";
import type { Database } from "../client";
import { authAccount, authSession, authUser, workspace, workspaceMember } from "../schema/index";
import { type Account, holdAccount } from "./hold-account";
import { endLinks } from "./link-token";

/** What better-auth calls a password. */
const PASSWORD_PROVIDER = "credential";

/** Stands where an address is needed and nobody has given one: no mail leads there. */
const FOUNDER_EMAIL = "owner@localhost";

/**
 * The first account, made where there is none: without a password, so that only a link that works once leads
 * into it. A workspace to which nobody belongs becomes its own.
 */
export async function ensureFounder(db: Database): Promise<Account> {
  return db.transaction(async (tx) => {
    await tx
      .insert(authUser)
      .values({ id: randomUUID(), name: "Local owner", email: FOUNDER_EMAIL, isFounder: true })
      .onConflictDoNothing();
    const [founder] = await tx.select().from(authUser).where(eq(authUser.isFounder, true));
    if (!founder) throw new Error(`${FOUNDER_EMAIL} belongs to somebody else`);
    await tx.execute(sql`
      insert into ${workspaceMember} (workspace_id, user_id, roles)
      select workspace_id, ${founder.id}, array['owner', 'admin'] from ${workspace}
      where not exists (
        select 1 from ${workspaceMember} where ${workspaceMember.workspaceId} = ${workspace.workspaceId}
      )
      on conflict do nothing`);
    return founder;
  });
}

/**
 * Whether somebody can sign in with a password; as long as nobody
 * can, links that work once are the only way in.
 */
export async function hasPassword(db: Database): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(authAccount)
    .where(and(eq(authAccount.providerId, PASSWORD_PROVIDER), isNotNull(authAccount.password)))
    .limit(1);
  return rows.length > 0;
}

/** One account by its address, whatever letters it is written in, or null. */
export async function findAccount(db: Database, { email }: { email: string }): Promise<Account | null> {
  const rows = await db.select().from(authUser).where(eq(authUser.email, email.toLowerCase()));
  return rows[0] ?? null;
}

/**
 * Makes an account with a password.
 *
 * @param passwordHash as better-auth hashes it.
 * @returns the account, or null where the address belongs to one already.
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
 * Names an account, and gives it an address. Links that it was given
 * before end: they may lie where the address was.
 *
 * @returns whether it could be done: the address may belong to another account.
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

/** Sets the password of an account, whether or not it had one. Links that it was given before end. */
export async function setPassword(
  db: Database,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<void> {
  await holdAccount(db, { userId });
  const values = { accountId: userId, providerId: PASSWORD_PROVIDER, userId, password: passwordHash };
  await db
    .insert(authAccount)
    .values({ id: randomUUID(), ...values })
    .onConflictDoUpdate({
      target: [authAccount.providerId, authAccount.accountId],
      set: { password: passwordHash, updatedAt: sql`now()` },
    });
  await endLinks(db, { userId });
}

/** How an account can be entered. */
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

/** The hash of an account's password; null where it has none. */
export async function getPasswordHash(db: Database, { userId }: { userId: string }): Promise<string | null> {
  const [found] = await db
    .select({ password: authAccount.password })
    .from(authAccount)
    .where(and(eq(authAccount.userId, userId), eq(authAccount.providerId, PASSWORD_PROVIDER)));
  return found?.password ?? null;
}

/**
 * Whether a password is still the one of its account. A change that goes on is waited
 * for, and in a transaction there is none until its end: to compare a password takes
 * its time, and it may be another one by then.
 *
 * @param passwordHash as it was read before.
 */
export async function isPasswordUnchanged(
  db: Database,
  { userId, passwordHash }: { userId: string; passwordHash: string | null },
): Promise<boolean> {
  await holdAccount(db, { userId });
  return (await getPasswordHash(db, { userId })) === passwordHash;
}

/**
 * Of the browsers in which an account is signed in so many are listed, and so much of what each calls itself.
 */
const [MAX_SIGN_INS, MAX_USER_AGENT] = [200, 300];

/** The browsers in which an account is signed in, without their tokens; the one used last first. */
export async function listSignIns(db: Database, { userId }: { userId: string }) {
  return db
    .select({
      signInId: authSession.id,
      ipAddress: authSession.ipAddress,
      userAgent: sql<string | null>`left(${authSession.userAgent}, ${MAX_USER_AGENT})`,
      createdAt: authSession.createdAt,
      usedAt: authSession.updatedAt,
    })
    .from(authSession)
    .where(and(eq(authSession.userId, userId), gt(authSession.expiresAt, sql`now()`)))
    .orderBy(desc(authSession.updatedAt), desc(authSession.id))
    .limit(MAX_SIGN_INS);
}

/**
 * Signs an account out: in one browser (by the id of the sign-in, or its token), in all but one, or
 * everywhere; effective with the next request.
 *
 * @returns in how many browsers.
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
