import type { Database, PolicyClientUse } from "@baton/db";
import { deleteSilentClients, upsertPolicyClient } from "@baton/db/write";

/** Records that a client asked for the live policy now, and forgets those that no longer ask. */
export async function recordPolicyClient(db: Database, use: PolicyClientUse): Promise<void> {
  await upsertPolicyClient(db, use);
  await deleteSilentClients(db, use);
}
