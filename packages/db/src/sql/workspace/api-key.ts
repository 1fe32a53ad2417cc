import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { and, desc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { notifyPolicy } from "../../pg-notify";
import { API_KEY_SCOPES, apiKey } from "../../schema/index";

export { API_KEY_SCOPES };

export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/**
 * `baton_{id}_{secret}`: recognizable for people and secret scanners, and selected in full by a double click.
 */
const TOKEN = /^baton_([0-9a-f]{16})_([0-9a-f]{64})$/;
const ID_BYTES = 8;
const SECRET_BYTES = 32;

const WAS_LAST_USED_A_MINUTE_AGO = sql`(${apiKey.lastUsedAt} is null
  or ${apiKey.lastUsedAt} not between now() - interval '1 minute' and now())`;

const { secretHash: _, ...SHOWN_COLUMNS } = getTableColumns(apiKey);

/** An API key without the hash of its secret. */
export type ApiKey = Omit<typeof apiKey.$inferSelect, "secretHash">;

export interface NewApiKey {
  workspaceId: string;
  name: string;
  scopes: ApiKeyScope[];
  /** Its creator: an account, or `cli`. */
  createdBy: string;
  /** The account of its creator, if it has one. */
  createdById?: string | null;
  /** Time from which it is invalid; null if it does not expire. */
  expiresAt: Date | null;
}

/**
 * Creates an API key.
 * @returns the key and its token, which cannot be read again, because only its hash is stored.
 */
export async function createApiKey(
  db: Database,
  { workspaceId, name, scopes, createdBy, createdById = null, expiresAt }: NewApiKey,
): Promise<{ token: string; key: ApiKey }> {
  const keyId = randomBytes(ID_BYTES).toString("hex");
  const secret = randomBytes(SECRET_BYTES).toString("hex");
  const prefix = `baton_${keyId}`;
  const secretHash = hashSecret(secret).toString("hex");
  const [key] = await db
    .insert(apiKey)
    .values({ workspaceId, keyId, name, prefix, secretHash, scopes, createdBy, createdById, expiresAt })
    .returning(SHOWN_COLUMNS);
  if (!key) throw new Error("an insert without conflict gives its row");
  return { token: `${prefix}_${secret}`, key };
}

/** Lists the API keys of a workspace, including revoked and expired ones, newest first. */
export async function listApiKeys(db: Database, { workspaceId }: { workspaceId: string }): Promise<ApiKey[]> {
  return db
    .select(SHOWN_COLUMNS)
    .from(apiKey)
    .where(eq(apiKey.workspaceId, workspaceId))
    .orderBy(desc(apiKey.createdAt), desc(apiKey.keyId));
}

/**
 * Revokes an API key. Requests with it fail as soon as the announcement of the commit arrives.
 *
 * @returns true if it existed and was not revoked.
 */
export async function revokeApiKey(
  db: Database,
  { workspaceId, keyId }: { workspaceId: string; keyId: string },
): Promise<boolean> {
  const revoked = await db
    .update(apiKey)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiKey.workspaceId, workspaceId), eq(apiKey.keyId, keyId), isNull(apiKey.revokedAt)))
    .returning({ keyId: apiKey.keyId });
  if (revoked.length > 0) await notifyPolicy(db, workspaceId);
  return revoked.length > 0;
}

/** Reason for rejecting a token. Only the holder of the secret learns more than `unknown`. */
export type ApiKeyRefusal = "unknown" | "revoked" | "expired" | "wrong_scope";

export type ApiKeyVerdict = { ok: true; key: ApiKey } | { ok: false; reason: ApiKeyRefusal };

/**
 * Checks a token with the clock of the database, without a cache. Records its use at most once a minute.
 *
 * @param token the text after `Bearer`.
 * @param scopes accepted scopes; one is enough.
 */
export async function verifyApiKey(
  db: Database,
  { token, scopes }: { token: string; scopes: readonly ApiKeyScope[] },
): Promise<ApiKeyVerdict> {
  const [, keyId, secret] = TOKEN.exec(token) ?? [];
  if (keyId === undefined || secret === undefined) return { ok: false, reason: "unknown" };
  const [found] = await db
    .select({
      ...getTableColumns(apiKey),
      hasExpired: sql<boolean>`coalesce(${apiKey.expiresAt} <= now(), false)`,
      isUseNoted: sql<boolean>`not ${WAS_LAST_USED_A_MINUTE_AGO}`,
    })
    .from(apiKey)
    .where(eq(apiKey.keyId, keyId));
  if (!found) return { ok: false, reason: "unknown" };
  const { secretHash, hasExpired, isUseNoted, ...key } = found;
  // Otherwise the time of the comparison would reveal how many bytes of a guess are correct.
  if (!timingSafeEqual(hashSecret(secret), Buffer.from(secretHash, "hex")))
    return { ok: false, reason: "unknown" };
  if (key.revokedAt) return { ok: false, reason: "revoked" };
  if (hasExpired) return { ok: false, reason: "expired" };
  if (!scopes.some((scope) => key.scopes.includes(scope))) return { ok: false, reason: "wrong_scope" };
  if (!isUseNoted) await noteUse(db, key);
  return { ok: true, key };
}

async function noteUse(db: Database, { workspaceId, keyId }: ApiKey): Promise<void> {
  await db
    .update(apiKey)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(apiKey.workspaceId, workspaceId), eq(apiKey.keyId, keyId), WAS_LAST_USED_A_MINUTE_AGO));
}

function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
