import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Database } from "../../client";
import {
  alertRule,
  CHANNEL_KINDS,
  notificationChannel,
  notificationDelivery,
  reportSchedule,
} from "../../schema/index";

export { CHANNEL_KINDS };
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Error of a delivery whose channel was disabled first. */
const SWITCHED_OFF = "the channel was turned off";

const { secret: _, ...SHOWN_COLUMNS } = getTableColumns(notificationChannel);

/** Returns the channels of a workspace in order of creation, without their secrets. */
export async function listNotificationChannels(db: Database, { workspaceId }: { workspaceId: string }) {
  return db
    .select(SHOWN_COLUMNS)
    .from(notificationChannel)
    .where(eq(notificationChannel.workspaceId, workspaceId))
    .orderBy(asc(notificationChannel.channelId));
}

/** Inserts a channel, which receives all later notifications. @returns its ID. */
export async function insertNotificationChannel(
  db: Database,
  channel: {
    workspaceId: string;
    kind: ChannelKind;
    target: string;
    secret: string | null;
    createdBy: string;
  },
): Promise<number> {
  const [added] = await db
    .insert(notificationChannel)
    .values(channel)
    .returning({ channelId: notificationChannel.channelId });
  if (!added) throw new Error("an insert without conflict gives its row");
  return added.channelId;
}

interface ChannelPlace {
  workspaceId: string;
  channelId: number;
}

/**
 * Locks a channel until the transaction ends and returns it without its secret; null if it does not exist.
 */
export async function lockNotificationChannel(tx: Database, place: ChannelPlace) {
  const [found] = await tx.select(SHOWN_COLUMNS).from(notificationChannel).where(isAt(place)).for("update");
  return found ?? null;
}

/** Changes a channel. If it is turned off, its pending deliveries fail. */
export async function updateNotificationChannel(
  tx: Database,
  place: ChannelPlace,
  change: Partial<{ target: string; secret: string; isActive: boolean }>,
): Promise<void> {
  await tx.update(notificationChannel).set(change).where(isAt(place));
  if (change.isActive !== false) return;
  await tx
    .update(notificationDelivery)
    .set({ state: "failed", lastError: SWITCHED_OFF, finishedAt: sql`now()` })
    .where(and(isThrough(place), eq(notificationDelivery.state, "pending")));
}

/**
 * Deletes a channel with its pending deliveries, and removes it from alerts and scheduled reports.
 * @returns false if it does not exist.
 */
export async function deleteNotificationChannel(tx: Database, place: ChannelPlace): Promise<boolean> {
  await tx.delete(notificationDelivery).where(isThrough(place));
  for (const table of [alertRule, reportSchedule]) {
    await tx.execute(sql`
      update ${table} set channel_ids = array_remove(channel_ids, ${place.channelId}::bigint)
      where workspace_id = ${place.workspaceId} and ${place.channelId}::bigint = any(channel_ids)`);
  }
  const removed = await tx
    .delete(notificationChannel)
    .where(isAt(place))
    .returning({ channelId: notificationChannel.channelId });
  return removed.length > 0;
}

function isAt({ workspaceId, channelId }: ChannelPlace) {
  return and(eq(notificationChannel.workspaceId, workspaceId), eq(notificationChannel.channelId, channelId));
}

function isThrough({ workspaceId, channelId }: ChannelPlace) {
  return and(
    eq(notificationDelivery.workspaceId, workspaceId),
    eq(notificationDelivery.channelId, channelId),
  );
}
