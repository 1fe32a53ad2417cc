import { and, asc, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Database } from "../client";
import { notifyNotices } from "../notification";
import { CHANNEL_KINDS, notice, noticeChannel, noticeDelivery } from "../schema/index";

export { CHANNEL_KINDS };
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Something that people are to be told. */
export interface NewNotice {
  workspaceId: string;
  /** What is announced under a key once is not announced under it again. */
  key: string;
  /** A dotted name, such as `policy.review_requested`. */
  kind: string;
  subject: string;
  body: string;
  /** The page that it is about, below the workspace's address: `policies`. */
  page: string;
}

/**
 * Tells people something through all channels of a workspace: when the transaction commits, and not at all when it does not.
 *
 * @returns false where that was announced before.
 */
export async function announce(tx: Database, announced: NewNotice): Promise<boolean> {
  const { workspaceId } = announced;
  const [added] = await tx
    .insert(notice)
    .values(announced)
    .onConflictDoNothing()
    .returning({ noticeId: notice.noticeId });
  if (!added) return false;
  const channels = await tx
    .select({ channelId: noticeChannel.channelId })
    .from(noticeChannel)
    .where(and(eq(noticeChannel.workspaceId, workspaceId), eq(noticeChannel.isActive, true)));
  if (channels.length === 0) return true;
  const { noticeId } = added;
  await tx
    .insert(noticeDelivery)
    .values(channels.map(({ channelId }) => ({ workspaceId, noticeId, channelId })));
  await notifyNotices(tx);
  return true;
}

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

/** Takes a channel away, with what is still on its way through it. @returns whether it was there. */
export async function removeNoticeChannel(
  db: Database,
  { workspaceId, channelId }: { workspaceId: string; channelId: number },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isOfChannel = and(
      eq(noticeDelivery.workspaceId, workspaceId),
      eq(noticeDelivery.channelId, channelId),
    );
    await tx.delete(noticeDelivery).where(isOfChannel);
    const removed = await tx
      .delete(noticeChannel)
      .where(and(eq(noticeChannel.workspaceId, workspaceId), eq(noticeChannel.channelId, channelId)))
      .returning({ channelId: noticeChannel.channelId });
    return removed.length > 0;
  });
}

/** What was announced, the latest first, each with what became of it on each channel. */
export async function listNotices(
  db: Database,
  { workspaceId, limit }: { workspaceId: string; limit: number },
) {
  const deliveries = sql<
    { channelId: number; state: "pending" | "sent" | "failed"; attempts: number; lastError: string | null }[]
  >`coalesce((
    select jsonb_agg(jsonb_build_object('channelId', channel_id, 'state', state, 'attempts', attempts, 'lastError', last_error)
      order by channel_id)
    from notice_delivery
    where notice_delivery.workspace_id = notice.workspace_id and notice_delivery.notice_id = notice.notice_id), '[]')`;
  return db
    .select({
      noticeId: notice.noticeId,
      kind: notice.kind,
      subject: notice.subject,
      body: notice.body,
      page: notice.page,
      createdAt: notice.createdAt,
      deliveries,
    })
    .from(notice)
    .where(eq(notice.workspaceId, workspaceId))
    .orderBy(desc(notice.noticeId))
    .limit(limit);
}
