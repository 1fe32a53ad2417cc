import { type Database, notifyRows } from "@baton/db";
import { insertReads } from "@baton/db/write";

/**
 * Marks notifications as read by a member, and makes their other open pages refetch. Concerns this member only, so the
 * audit log does not record it.
 *
 * @param read.notificationIds without them, the whole inbox.
 */
export async function markRead(
  tx: Database,
  read: { workspaceId: string; userId: string; notificationIds?: readonly number[] | undefined },
): Promise<void> {
  const { workspaceId, notificationIds } = read;
  await insertReads(tx, read, notificationIds);
  await notifyRows(tx, { workspaceId, sessionIds: [], hasHandoffs: false, hasQuarantined: false });
}
