import { type Database, notifyRows } from "@baton/db";
import { insertDeliveries, insertNotification } from "@baton/db/write";

/** A notification to send. */
export interface NewNotification {
  workspaceId: string;
  /** A second notification with the same key is ignored. */
  key: string;
  /** A dotted name, such as `policy.review_requested`. */
  kind: string;
  subject: string;
  body: string;
  /** The page that it is about, below the workspace's address: `policies`. */
  page: string;
  /** Account of the person whose action it reports, for whom it counts as read. */
  actorId?: string | null;
  /** Channels to use; all enabled ones by default. */
  channelIds?: readonly number[];
}

/**
 * Adds a notification to the inbox of every member, and sends it through enabled channels of the workspace, when the
 * transaction commits.
 *
 * @returns the ID of the notification; null if its key was used before.
 */
export async function createNotification(
  tx: Database,
  { channelIds, actorId = null, ...notification }: NewNotification,
): Promise<number | null> {
  const { workspaceId } = notification;
  const notificationId = await insertNotification(tx, { ...notification, actorId });
  if (notificationId === null) return null;
  await insertDeliveries(tx, { workspaceId, notificationId }, channelIds);
  // Open pages refetch the inbox.
  await notifyRows(tx, { workspaceId, sessionIds: [], hasHandoffs: false, hasQuarantined: false });
  return notificationId;
}
