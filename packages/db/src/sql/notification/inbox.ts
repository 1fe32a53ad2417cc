import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { Milliseconds, selectRows } from "../statement/rows";
import { TRIAL_NOTICE } from "./notification";

/** Older notifications are only in the history of the channels. */
const INBOX_LENGTH = 100;

const InboxItem = z.object({
  notificationId: z.coerce.number(),
  kind: z.string(),
  subject: z.string(),
  body: z.string(),
  page: z.string(),
  createdAt: Milliseconds,
  isRead: z.boolean(),
});
export type InboxItem = z.infer<typeof InboxItem>;

interface Member {
  workspaceId: string;
  userId: string;
}

/** Returns the latest notifications of a workspace as a member's inbox, newest first. */
export async function listInbox(db: Database, { workspaceId, userId }: Member): Promise<InboxItem[]> {
  return selectRows(
    db,
    InboxItem,
    sql`select notification_id as "notificationId", kind, subject, body, page,
        extract(epoch from latest.created_at) * 1000 as "createdAt",
        ${isKnown(workspaceId, userId)} as "isRead"
      from (${latest(workspaceId)}) latest order by notification_id desc`,
  );
}

/** Returns the number of unread notifications in a member's inbox. */
export async function countUnread(db: Database, { workspaceId, userId }: Member): Promise<number> {
  const [row] = await selectRows(
    db,
    z.object({ count: z.coerce.number() }),
    sql`select count(*) as count from (${latest(workspaceId)}) latest where not ${isKnown(workspaceId, userId)}`,
  );
  return row?.count ?? 0;
}

/**
 * Marks notifications as read by a member.
 *
 * @param notificationIds without them, the whole inbox.
 */
export async function insertReads(
  tx: Database,
  { workspaceId, userId }: Member,
  notificationIds?: readonly number[],
): Promise<void> {
  const chosen = notificationIds
    ? sql`and notification_id in (select value::bigint from json_array_elements_text(${JSON.stringify(notificationIds)}::text::json))`
    : sql``;
  await tx.execute(
    sql`insert into notification_read (workspace_id, user_id, notification_id)
      select ${workspaceId}, ${userId}, notification_id from (${latest(workspaceId)}) latest
      where not ${isKnown(workspaceId, userId)} ${chosen}
      on conflict do nothing`,
  );
}

function latest(workspaceId: string) {
  return sql`select * from notification where workspace_id = ${workspaceId} and kind <> ${TRIAL_NOTICE}
    order by notification_id desc limit ${INBOX_LENGTH}`;
}

/** Selects whether a member has read a notification, caused it, or joined after it. */
function isKnown(workspaceId: string, userId: string) {
  return sql`(latest.actor_id is not distinct from ${userId}
    or exists (select from notification_read done where done.workspace_id = ${workspaceId}
      and done.user_id = ${userId} and done.notification_id = latest.notification_id)
    or not exists (select from workspace_member member where member.workspace_id = ${workspaceId}
      and member.user_id = ${userId} and member.added_at <= latest.created_at))`;
}
