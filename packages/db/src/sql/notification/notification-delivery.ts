import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { CHANNEL_KINDS } from "../../schema/index";
import { Milliseconds, Sum, selectRows } from "../statement/rows";

/** Time that one process owns a delivery. After that, the delivery counts as not attempted. */
const LEASE_SECONDS = 60;

const Delivery = z.object({
  workspaceId: z.string(),
  notificationId: Sum,
  channelId: Sum,
  /** Number of the attempt, from 1. */
  attempt: z.number(),
  channel: z.enum(CHANNEL_KINDS),
  target: z.string(),
  secret: z.string().nullable(),
  kind: z.string(),
  subject: z.string(),
  body: z.string(),
  page: z.string(),
  createdAt: Milliseconds,
});
/** A pending delivery with everything needed to send it. */
export type Delivery = z.infer<typeof Delivery>;

const Due = z.object({ workspaceId: z.string(), count: Sum });
const Early = z.object({ workspaceId: z.string() });

const IS_DUE = sql`state = 'pending' and due_at <= now() and exists (
  select from notification_channel channel where is_active and channel.workspace_id = notification_delivery.workspace_id
    and channel.channel_id = notification_delivery.channel_id)`;

/** Claims due deliveries, longest due first, so that no other process sends them. */
export async function claimDeliveries(db: Database, { limit }: { limit: number }): Promise<Delivery[]> {
  await followClockBack(db);
  // Citus locks rows of one workspace per statement.
  const due = await selectRows(
    db,
    Due,
    sql`select workspace_id as "workspaceId", count(*) as count from (
        select workspace_id, due_at from notification_delivery where ${IS_DUE} order by due_at limit ${limit}) due
      group by workspace_id order by min(due_at)`,
  );
  const claimed: Delivery[] = [];
  for (const { workspaceId, count } of due)
    claimed.push(...(await claimOfWorkspace(db, { workspaceId, limit: count })));
  return claimed;
}

async function claimOfWorkspace(
  db: Database,
  { workspaceId, limit }: { workspaceId: string; limit: number },
): Promise<Delivery[]> {
  return selectRows(
    db,
    Delivery,
    sql`with due as (
        select workspace_id, notification_id, channel_id from notification_delivery
        where workspace_id = ${workspaceId} and ${IS_DUE}
        order by due_at limit ${limit} for update skip locked
      ), taken as (
        update notification_delivery set attempts = attempts + 1, attempted_at = now(),
          due_at = now() + ${`${LEASE_SECONDS} seconds`}::interval
        from due where notification_delivery.workspace_id = ${workspaceId}
          and notification_delivery.notification_id = due.notification_id and notification_delivery.channel_id = due.channel_id
        returning notification_delivery.*
      )
      select workspace_id as "workspaceId", notification_id as "notificationId", channel_id as "channelId", attempts as attempt,
        channel.kind as channel, target, secret, notification.kind, subject, body, page,
        extract(epoch from notification.created_at) * 1000 as "createdAt"
      from taken join notification using (workspace_id, notification_id)
      join notification_channel channel using (workspace_id, channel_id)
      where workspace_id = ${workspaceId}`,
  );
}

/**
 * Restarts waits that start in the future, because the clock was set back. So they last no longer than
 * intended, and a delivery in progress is not due earlier.
 */
async function followClockBack(db: Database): Promise<void> {
  const early = await selectRows(
    db,
    Early,
    sql`select distinct workspace_id as "workspaceId" from notification_delivery
      where state = 'pending' and coalesce(attempted_at, due_at) > now()`,
  );
  for (const { workspaceId } of early) {
    const isWaiting = sql`workspace_id = ${workspaceId} and state = 'pending'`;
    await db.execute(sql`update notification_delivery set due_at = now()
      where ${isWaiting} and attempted_at is null and due_at > now()`);
    // Citus adds an interval to a column only in a type without time zone.
    await db.execute(sql`update notification_delivery set attempted_at = now(),
        due_at = ((now() at time zone 'UTC') + (due_at - attempted_at)) at time zone 'UTC'
      where ${isWaiting} and attempted_at > now()`);
  }
}

/** Result of an attempt. */
export interface DeliveryOutcome {
  /** Response of the receiver: `204`, `250 2.0.0 Ok`; null without one. */
  answer: string | null;
  /** In milliseconds. */
  duration: number;
  /** Reason of the failure, without content; null if it arrived. */
  error: string | null;
  /** Seconds until the next attempt; null if it arrived or failed for good. */
  retryAfter: number | null;
}

/** Stores the result of a delivery. */
export async function settleDelivery(
  db: Database,
  { workspaceId, notificationId, channelId }: Pick<Delivery, "workspaceId" | "notificationId" | "channelId">,
  { answer, duration, error, retryAfter }: DeliveryOutcome,
): Promise<void> {
  const state = error === null ? "sent" : retryAfter === null ? "failed" : "pending";
  const next =
    state === "pending"
      ? sql`due_at = now() + ${`${retryAfter ?? 0} seconds`}::interval, finished_at = null`
      : sql`finished_at = now()`;
  await db.execute(sql`
    update notification_delivery set state = ${state}, last_error = ${error}, answer = ${answer}, duration_ms = ${duration},
      attempted_at = now(), ${next}
    where workspace_id = ${workspaceId} and notification_id = ${notificationId} and channel_id = ${channelId}`);
}
