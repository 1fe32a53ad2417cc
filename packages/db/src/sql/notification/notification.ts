import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { wakeNotificationSenders } from "../../pg-notify";
import { DELIVERY_STATES, notification, notificationChannel, notificationDelivery } from "../../schema/index";
import { Milliseconds, selectRows } from "../statement/rows";

/** Kind of test messages. Each is sent once, and the tester sees the result. */
export const TRIAL_NOTICE = "notice.test";

/**
 * Inserts a notification.
 *
 * @returns its ID; null if its key was used before.
 */
export async function insertNotification(
  tx: Database,
  row: Pick<
    typeof notification.$inferSelect,
    "workspaceId" | "key" | "kind" | "subject" | "body" | "page" | "actorId"
  >,
): Promise<number | null> {
  const [inserted] = await tx
    .insert(notification)
    .values(row)
    .onConflictDoNothing()
    .returning({ notificationId: notification.notificationId });
  return inserted?.notificationId ?? null;
}

/** Returns true if a notification has this key. */
export async function hasNotification(
  db: Database,
  { workspaceId, key }: { workspaceId: string; key: string },
): Promise<boolean> {
  const known = await db
    .select({ notificationId: notification.notificationId })
    .from(notification)
    .where(and(eq(notification.workspaceId, workspaceId), eq(notification.key, key)));
  return known.length > 0;
}

/**
 * Adds the deliveries of a notification over the enabled channels of its workspace, which start when the
 * transaction commits.
 *
 * @param channelIds channels to use; all by default.
 */
export async function insertDeliveries(
  tx: Database,
  { workspaceId, notificationId }: { workspaceId: string; notificationId: number },
  channelIds?: readonly number[],
): Promise<void> {
  const channels = await tx
    .select({ channelId: notificationChannel.channelId })
    .from(notificationChannel)
    .where(
      and(
        eq(notificationChannel.workspaceId, workspaceId),
        eq(notificationChannel.isActive, true),
        channelIds && inArray(notificationChannel.channelId, [...channelIds]),
      ),
    );
  if (channels.length === 0) return;
  await tx
    .insert(notificationDelivery)
    .values(channels.map(({ channelId }) => ({ workspaceId, notificationId, channelId })));
  await wakeNotificationSenders(tx);
}

const Delivery = z.object({
  channelId: z.number(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  /** Time of the next attempt while it is pending. */
  dueAt: Milliseconds,
  attemptedAt: Milliseconds.nullable(),
  durationMilliseconds: z.number().nullable(),
  answer: z.string().nullable(),
  lastError: z.string().nullable(),
});
/** Delivery state of a notification on a channel. */
export type NotificationDelivery = z.infer<typeof Delivery>;

const Notification = z.object({
  notificationId: z.coerce.number(),
  kind: z.string(),
  subject: z.string(),
  body: z.string(),
  page: z.string(),
  createdAt: Milliseconds,
  deliveries: z.array(Delivery),
});

/** Selects the deliveries of a row of `notification` by channel, as JSON. */
const DELIVERIES = sql`coalesce((
  select jsonb_agg(jsonb_build_object('channelId', channel_id, 'state', state, 'attempts', attempts,
    'dueAt', extract(epoch from due_at) * 1000, 'attemptedAt', extract(epoch from attempted_at) * 1000,
    'durationMilliseconds', duration_ms, 'answer', answer, 'lastError', last_error) order by channel_id)
  from notification_delivery
  where notification_delivery.workspace_id = notification.workspace_id and notification_delivery.notification_id = notification.notification_id), '[]')`;

const COLUMNS = sql`notification_id as "notificationId", kind, subject, body, page,
  extract(epoch from created_at) * 1000 as "createdAt", ${DELIVERIES} as deliveries`;

/** Lists notifications, newest first, with their deliveries. */
export async function listNotifications(
  db: Database,
  { workspaceId, limit }: { workspaceId: string; limit: number },
) {
  return selectRows(
    db,
    Notification,
    sql`select ${COLUMNS} from notification where workspace_id = ${workspaceId} order by notification_id desc limit ${limit}`,
  );
}

/** Returns the deliveries of notifications, by notification. */
export async function listNotificationDeliveries(
  db: Database,
  { workspaceId, notificationIds }: { workspaceId: string; notificationIds: readonly number[] },
): Promise<Map<number, NotificationDelivery[]>> {
  const found = await selectRows(
    db,
    Notification.pick({ notificationId: true, deliveries: true }),
    sql`select notification_id as "notificationId", ${DELIVERIES} as deliveries from notification
      where workspace_id = ${workspaceId} and ${inArray(sql`notification_id`, [...notificationIds])}`,
  );
  return new Map(found.map(({ notificationId, deliveries }) => [notificationId, deliveries]));
}

/** Returns a notification with its deliveries; null if it does not exist. */
export async function getNotification(
  db: Database,
  { workspaceId, notificationId }: { workspaceId: string; notificationId: number },
) {
  const [found] = await selectRows(
    db,
    Notification,
    sql`select ${COLUMNS} from notification where workspace_id = ${workspaceId} and notification_id = ${notificationId}`,
  );
  return found ?? null;
}
