import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { type CHANNEL_KINDS, noticeChannel, noticeDelivery } from "../../schema/index";

export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Error of a delivery whose channel was disabled first. */
const SWITCHED_OFF = "the channel was turned off";

const { secret: _, ...SHOWN_COLUMNS } = getTableColumns(noticeChannel);

/** The channels of a workspace, without their secrets, in the order in which they were made. */
export async function listNoticeChannels(db: Database, { workspaceId }: { workspaceId: string }) {
  return db
    .select(SHOWN_COLUMNS)
    .from(noticeChannel)
    .where(eq(noticeChannel.workspaceId, workspaceId))
    .orderBy(asc(noticeChannel.channelId));
}

/** Makes a channel, over which everything goes that is announced from then on. @returns its id. */
export async function addNoticeChannel(
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
    .insert(noticeChannel)
    .values(channel)
    .returning({ channelId: noticeChannel.channelId });
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
export async function lockNoticeChannel(tx: Database, place: ChannelPlace) {
  const [found] = await tx.select(SHOWN_COLUMNS).from(noticeChannel).where(isAt(place)).for("update");
  return found ?? null;
}

/** Changes a channel. What still waits on one that is switched off is given up. */
export async function changeNoticeChannel(
  tx: Database,
  place: ChannelPlace,
  change: Partial<{ target: string; secret: string; isActive: boolean }>,
): Promise<void> {
  await tx.update(noticeChannel).set(change).where(isAt(place));
  if (change.isActive !== false) return;
  await tx
    .update(noticeDelivery)
    .set({ state: "failed", lastError: SWITCHED_OFF, finishedAt: sql`now()` })
    .where(and(isThrough(place), eq(noticeDelivery.state, "pending")));
}

/**
 * Takes a channel away, with what is still on its way through it; alerts no
 * longer name it. @returns whether it was there.
 */
export async function removeNoticeChannel(tx: Database, place: ChannelPlace): Promise<boolean> {
  await tx.delete(noticeDelivery).where(isThrough(place));
  await tx.execute(sql`
    update alert_rule set channel_ids = array_remove(channel_ids, ${place.channelId}::bigint)
    where workspace_id = ${place.workspaceId} and ${place.channelId}::bigint = any(channel_ids)`);
  const removed = await tx
    .delete(noticeChannel)
    .where(isAt(place))
    .returning({ channelId: noticeChannel.channelId });
  return removed.length > 0;
}

function isAt({ workspaceId, channelId }: ChannelPlace) {
  return and(eq(noticeChannel.workspaceId, workspaceId), eq(noticeChannel.channelId, channelId));
}

function isThrough({ workspaceId, channelId }: ChannelPlace) {
  return and(eq(noticeDelivery.workspaceId, workspaceId), eq(noticeDelivery.channelId, channelId));
}
