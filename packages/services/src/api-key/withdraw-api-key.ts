import { type Database, revokeApiKey } from "@baton/db";
import { type AuditActor, recordAudit } from "@baton/db/write";

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
