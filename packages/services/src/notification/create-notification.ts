import type { Database } from "@baton/db";
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
  /** Channels to use; all enabled ones by default. */
  channelIds?: readonly number[];
}

/**
 * Sends a notification through enabled channels of a workspace when the transaction commits.
 *
 * @returns the ID of the notification; null if its key was used before.
 */
export async function createNotification(
  tx: Database,
  { channelIds, ...notification }: NewNotification,
): Promise<number | null> {
  const notificationId = await insertNotification(tx, notification);
  if (notificationId !== null) await insertDeliveries(tx, { ...notification, notificationId }, channelIds);
  return notificationId;
}
