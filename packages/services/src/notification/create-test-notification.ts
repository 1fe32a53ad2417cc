import type { Database } from "@baton/db";
import { TRIAL_NOTICE } from "@baton/db/write";
import { createNotification, type NewNotification } from "./create-notification";

/** Sends a test notification when the transaction commits. @returns its ID; null without a channel. */
export async function createTestNotification(
  tx: Database,
  notification: Omit<NewNotification, "kind" | "key">,
): Promise<number | null> {
  const key = `${TRIAL_NOTICE} ${crypto.randomUUID()}`;
  return createNotification(tx, { ...notification, kind: TRIAL_NOTICE, key });
}
