import { type Database, hasOtherOwner, mayApproveOwn } from "@baton/db";
import { listAuthors } from "@baton/db/write";

/**
 * Returns true if a user's approval of a draft would count: for their own draft only if that is allowed or no
 * other owner exists.
 */
export async function mayApproveDraft(
  db: Database,
  { workspaceId, draftId, userId }: { workspaceId: string; draftId: number; userId: string },
): Promise<boolean> {
  const authors = await listAuthors(db, { workspaceId, draftId });
  if (!authors.some(({ id }) => id === userId)) return true;
  return (await mayApproveOwn(db, { workspaceId })) || !(await hasOtherOwner(db, { workspaceId, userId }));
}
