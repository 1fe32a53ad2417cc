import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { notifyNotices } from "../../pg-notify";
import { DELIVERY_STATES, notice, noticeChannel, noticeDelivery } from "../../schema/index";
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
  row: Pick<typeof notice.$inferSelect, "workspaceId" | "key" | "kind" | "subject" | "body" | "page">,
): Promise<number | null> {
  const [inserted] = await tx
    .insert(notice)
    .values(row)
    .onConflictDoNothing()
    .returning({ noticeId: notice.noticeId });
  return inserted?.noticeId ?? null;
}

/** Returns true if a notification has this key. */
export async function hasNotification(
  db: Database,
  { workspaceId, key }: { workspaceId: string; key: string },
): Promise<boolean> {
  const known = await db
    .select({ noticeId: notice.noticeId })
    .from(notice)
    .where(and(eq(notice.workspaceId, workspaceId), eq(notice.key, key)));
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
  { workspaceId, noticeId }: { workspaceId: string; noticeId: number },
  channelIds?: readonly number[],
): Promise<void> {
  const channels = await tx
    .select({ channelId: noticeChannel.channelId })
    .from(noticeChannel)
    .where(
      and(
        eq(noticeChannel.workspaceId, workspaceId),
        eq(noticeChannel.isActive, true),
        channelIds && inArray(noticeChannel.channelId, [...channelIds]),
      ),
    );
  if (channels.length === 0) return;
  await tx
    .insert(noticeDelivery)
    .values(channels.map(({ channelId }) => ({ workspaceId, noticeId, channelId })));
  await notifyNotices(tx);
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
export type NoticeDelivery = z.infer<typeof Delivery>;

const Notice = z.object({
  noticeId: z.coerce.number(),
  kind: z.string(),
  subject: z.string(),
  body: z.string(),
  page: z.string(),
  createdAt: Milliseconds,
  deliveries: z.array(Delivery),
});

/** The deliveries of a row of `notice`, as JSON, by channel. */
const DELIVERIES = sql`coalesce((
  select jsonb_agg(jsonb_build_object('channelId', channel_id, 'state', state, 'attempts', attempts,
    'dueAt', extract(epoch from due_at) * 1000, 'attemptedAt', extract(epoch from attempted_at) * 1000,
    'durationMilliseconds', duration_ms, 'answer', answer, 'lastError', last_error) order by channel_id)
  from notice_delivery
  where notice_delivery.workspace_id = notice.workspace_id and notice_delivery.notice_id = notice.notice_id), '[]')`;

const COLUMNS = sql`notice_id as "noticeId", kind, subject, body, page,
  extract(epoch from created_at) * 1000 as "createdAt", ${DELIVERIES} as deliveries`;

/** Lists notifications, newest first, with their deliveries. */
export async function listNotices(
  db: Database,
  { workspaceId, limit }: { workspaceId: string; limit: number },
) {
  return selectRows(
    db,
    Notice,
    sql`select ${COLUMNS} from notice where workspace_id = ${workspaceId} order by notice_id desc limit ${limit}`,
  );
}

/** Returns the deliveries of notifications, by notification. */
export async function listNoticeDeliveries(
  db: Database,
  { workspaceId, noticeIds }: { workspaceId: string; noticeIds: readonly number[] },
): Promise<Map<number, NoticeDelivery[]>> {
  const found = await selectRows(
    db,
    Notice.pick({ noticeId: true, deliveries: true }),
    sql`select notice_id as "noticeId", ${DELIVERIES} as deliveries from notice
      where workspace_id = ${workspaceId} and ${inArray(sql`notice_id`, [...noticeIds])}`,
  );
  return new Map(found.map(({ noticeId, deliveries }) => [noticeId, deliveries]));
}

/** Returns a notification with its deliveries; null if it does not exist. */
export async function getNotice(
  db: Database,
  { workspaceId, noticeId }: { workspaceId: string; noticeId: number },
) {
  const [found] = await selectRows(
    db,
    Notice,
    sql`select ${COLUMNS} from notice where workspace_id = ${workspaceId} and notice_id = ${noticeId}`,
  );
  return found ?? null;
}
