import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { authLink, type LINK_PURPOSES } from "../../schema/index";
import { lockAccount } from "./lock-account";

type LinkPurpose = (typeof LINK_PURPOSES)[number];

const TOKEN_BYTES = 32;

/**
 * Creates the secret of a link, 256 random bits, and the hash to store. Such a secret cannot be guessed, so a
 * fast hash is enough.
 */
export function createLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, tokenHash: hashLinkToken(token) };
}

/** Returns the SHA-256 of a token, in hex. */
export function hashLinkToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/**
 * Creates a one-time link. Invalidates earlier links of the account for the same purpose, and deletes expired
 * ones.
 * @param lifetimeSeconds time until it expires.
 * @returns the token, which cannot be read again, because only its hash is stored.
 */
export async function createLink(
  db: Database,
  { userId, purpose, lifetimeSeconds }: { userId: string; purpose: LinkPurpose; lifetimeSeconds: number },
): Promise<string> {
  const { token, tokenHash } = createLinkToken();
  await db.transaction(async (tx) => {
    await tx.delete(authLink).where(lte(authLink.expiresAt, sql`now()`));
    await tx.delete(authLink).where(and(eq(authLink.userId, userId), eq(authLink.purpose, purpose)));
    const expiresAt = sql`now() + make_interval(secs => ${lifetimeSeconds})`;
    await tx.insert(authLink).values({ tokenHash, purpose, userId, expiresAt });
  });
  return token;
}

/** Invalidates all links of an account. */
export async function endLinks(db: Database, { userId }: { userId: string }): Promise<void> {
  await db.delete(authLink).where(eq(authLink.userId, userId));
}

/**
 * Uses a link. If several people use it at once, one gets the account.
 *
 * @returns the owner of the link; null if it is not valid.
 */
export async function consumeLink(
  db: Database,
  { token, purpose }: { token: string; purpose: LinkPurpose },
): Promise<{ userId: string } | null> {
  const isThis = and(
    eq(authLink.tokenHash, hashLinkToken(token)),
    eq(authLink.purpose, purpose),
    gt(authLink.expiresAt, sql`now()`),
  );
  const { userId } = authLink;
  const [found] = await db.select({ userId }).from(authLink).where(isThis);
  if (!found) return null;
  await lockAccount(db, found);
  const [taken] = await db.delete(authLink).where(isThis).returning({ userId });
  return taken ?? null;
}
