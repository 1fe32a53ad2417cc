import "server-only";
import { type Database, hasOtherOwner } from "@baton/db";
import type { User } from "./identity";

/**
 * Whether somebody is the only one who could approve what is
 * published: then they may approve what they wrote.
 */
export async function isOnlyOwner(db: Database, workspaceId: string, user: User): Promise<boolean> {
  return !(await hasOtherOwner(db, { workspaceId, userId: user.id }));
}
