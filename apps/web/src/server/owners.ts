import "server-only";
import { type Database, hasOtherOwner } from "@baton/db";
import type { User } from "./identity";

/**
 * Returns true if the user is the only one who could approve a
 * publication: then they may approve their own changes.
 */
export async function isOnlyOwner(db: Database, workspaceId: string, user: User): Promise<boolean> {
  return !(await hasOtherOwner(db, { workspaceId, userId: user.id }));
}
