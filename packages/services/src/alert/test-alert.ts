import type { Database } from "@baton/db";
import { lockAlert } from "@baton/db/write";
import { describeCondition } from "@baton/server/alert";
import { createTestNotification } from "../notification/create-test-notification";

/**
 * Sends a test notification through the channels of an alert.
 *
 * @returns the ID of the notification, null without a channel; undefined if the alert does not exist.
 */
export async function testAlert(
  tx: Database,
  { workspaceId, alertId, person }: { workspaceId: string; alertId: number; person: { name: string } },
): Promise<number | null | undefined> {
  const alert = await lockAlert(tx, { workspaceId, alertId });
  if (!alert) return undefined;
  const { channelIds, ...rule } = alert;
  return createTestNotification(tx, {
    workspaceId,
    channelIds,
    subject: `${person.name} tests the alert ${rule.name}`,
    body: `The test arrived. Condition: ${describeCondition(rule)}.`,
    page: `settings/alerts/${alertId}`,
  });
}
