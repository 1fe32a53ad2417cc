import { type ApiKey, type ApiKeyScope, createApiKey, type Database } from "@baton/db";
import { type AuditActor, recordAudit } from "@baton/db/write";

const DAY_MILLISECONDS = 24 * 3600 * 1_000;

/** Longest lifetime of an API key that expires, in days. */
export const MAX_KEY_DAYS = 730;

interface KeyRequest {
  workspaceId: string;
  name: string;
  scopes: readonly ApiKeyScope[];
  /** Lifetime in days, at most {@link MAX_KEY_DAYS}; null if it does not expire. */
  days: number | null;
  actor: AuditActor;
}

/**
 * Creates an API key with an audit entry.
 *
 * @param tx a transaction, see {@link recordAudit}.
 * @returns the key, and its token, which is not available later: only its hash is stored.
 */
export async function issueApiKey(
  tx: Database,
  { workspaceId, name, scopes, days, actor }: KeyRequest,
): Promise<{ token: string; key: ApiKey }> {
  const expiresAt = days === null ? null : new Date(Date.now() + days * DAY_MILLISECONDS);
  const issued = await createApiKey(tx, {
    workspaceId,
    name,
    scopes: [...new Set(scopes)],
    createdBy: actor.name,
    createdById: actor.id,
    expiresAt,
  });
  await recordAudit(tx, {
    workspaceId,
    actor,
    action: "key.create",
    subject: `key ${name} (${issued.key.prefix})`,
    details: { scopes: issued.key.scopes, expires_at: expiresAt },
  });
  return issued;
}
