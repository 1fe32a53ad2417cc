import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../client";
import { notifyNotices } from "../notification";
import { DELIVERY_STATES, notice, noticeChannel, noticeDelivery } from "../schema/index";
import { Milliseconds, selectRows } from "./rows";

/**
 * The kind of notices by which channels are tried out: each is sent once,
 * and whoever tries looks at what came of it.
 */
export const TRIAL_NOTICE = "notice.test";

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
  /** The channels that it goes over; all that are switched on where none are named. */
  channelIds?: readonly number[];
}

/**
 * Tells people something through channels of a workspace that are switched on: when the
 * transaction commits, and not at all when it does not.
 *
 * @returns the notice's id; null where that was announced before.
 */
export async function announce(
  tx: Database,
  { channelIds, ...announced }: NewNotice,
): Promise<number | null> {
  const { workspaceId } = announced;
  const [added] = await tx
    .insert(notice)
    .values(announced)
    .onConflictDoNothing()
    .returning({ noticeId: notice.noticeId });
  if (!added) return null;
  const { noticeId } = added;
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
  if (channels.length === 0) return noticeId;
  await tx
    .insert(noticeDelivery)
    .values(channels.map(({ channelId }) => ({ workspaceId, noticeId, channelId })));
  await notifyNotices(tx);
  return noticeId;
}

const Delivery = z.object({
  channelId: z.number(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  /** When it is tried next, as long as it is pending. */
  dueAt: Milliseconds,
  attemptedAt: Milliseconds.nullable(),
  durationMilliseconds: z.number().nullable(),
  answer: z.string().nullable(),
  lastError: z.string().nullable(),
});
/** What became of a notice on a channel. */
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

/** What was announced, the latest first, each with what became of it on each channel. */
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

/** What became of some notices on each channel, by the notice. */
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

/** One notice with what became of it on each channel; null where there is none. */
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
