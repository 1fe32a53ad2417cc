import { type Database, listOwners, mayApproveOwn, type Person } from "@baton/db";
import { listAuthors } from "@baton/db/write";

/**
 * Lists the owners whose approval of a draft would count: those who did not edit it; all of them if authors may approve
 * their own drafts, or if the workspace has one owner. If the list is empty, an owner can allow own approvals, invite
 * another owner, or split the draft.
 */
export async function listApprovers(
  db: Database,
  { workspaceId, draftId }: { workspaceId: string; draftId: number },
): Promise<Person[]> {
  const owners = await listOwners(db, { workspaceId });
  if (owners.length === 1 || (await mayApproveOwn(db, { workspaceId }))) return owners;
  const authors = await listAuthors(db, { workspaceId, draftId });
  return owners.filter((owner) => !authors.some(({ id }) => id === owner.id));
}
