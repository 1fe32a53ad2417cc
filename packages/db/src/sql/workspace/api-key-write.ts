import type { Database } from "../../client";
import { type AuditActor, recordAudit } from "../audit/audit-write";
import { type ApiKey, type ApiKeyScope, createApiKey, revokeApiKey } from "./api-key";

const DAY_MILLISECONDS = 24 * 3600 * 1_000;

/** For how many days a key may be made that expires. */
export const MAX_KEY_DAYS = 730;

interface KeyToMake {
  workspaceId: string;
  name: string;
  scopes: readonly ApiKeyScope[];
  /** After how many days it expires, at most {@link MAX_KEY_DAYS}; null: it does not. */
  days: number | null;
  actor: AuditActor;
}

/**
 * Makes a key and notes it in the audit log.
 *
 * @param tx a transaction, see {@link recordAudit}.
 * @returns the key, and its token: here and never again, since only a hash of it is stored.
 */
export async function makeApiKey(
  tx: Database,
  { workspaceId, name, scopes, days, actor }: KeyToMake,
): Promise<{ token: string; key: ApiKey }> {
  const expiresAt = days === null ? null : new Date(Date.now() + days * DAY_MILLISECONDS);
  const made = await createApiKey(tx, {
    workspaceId,
    name,
    scopes: [...new Set(scopes)],
    createdBy: actor.name,
    expiresAt,
  });
  await recordAudit(tx, {
    workspaceId,
    actor,
    action: "key.create",
    subject: `key ${name} (${made.key.prefix})`,
    details: { scopes: made.key.scopes, expires_at: expiresAt },
  });
  return made;
}

/**
 * Revokes an API key and adds an audit entry. Requests with it fail after the commit.
 *
 * @param tx a transaction, see {@link recordAudit}.
 * @param place.keyId the 16 digits after `baton_`.
 * @returns true if it existed and was not revoked; otherwise adds no entry.
 */
export async function withdrawApiKey(
  tx: Database,
  { workspaceId, keyId, actor }: { workspaceId: string; keyId: string; actor: AuditActor },
): Promise<boolean> {
  if (!(await revokeApiKey(tx, { workspaceId, keyId }))) return false;
  await recordAudit(tx, { workspaceId, actor, action: "key.revoke", subject: `key baton_${keyId}` });
  return true;
}
