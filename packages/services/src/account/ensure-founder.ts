import type { Database } from "@baton/db";
import { addMemberWhereNone, FOUNDER_EMAIL, upsertFounder } from "@baton/db/write";

/**
 * Creates the first account unless one exists. It has no password, so only a one-time link opens it. It
 * becomes the owner of workspaces without members.
 */
export async function ensureFounder(db: Database): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const founder = await upsertFounder(tx);
    if (!founder) throw new Error(`${FOUNDER_EMAIL} belongs to another account`);
    await addMemberWhereNone(tx, { userId: founder.id, roles: ["owner", "admin"] });
    return founder;
  });
}
