import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { authUser } from "./account";
import { moment, workspaceId } from "./columns";

export const CHANNEL_KINDS = ["mail", "webhook", "slack", "teams", "discord", "pagerduty"] as const;
export const DELIVERY_STATES = ["pending", "sent", "failed"] as const;

/** A channel for the notifications of a workspace. */
export const notificationChannel = pgTable(
  "notification_channel",
  {
    workspaceId: workspaceId(),
    channelId: bigint("channel_id", { mode: "number" }).generatedAlwaysAsIdentity(),
    kind: text("kind", { enum: CHANNEL_KINDS }).notNull(),
    /** Email address, URL of a webhook, or integration key of PagerDuty (`eu:` before one of its European region). */
    target: text("target").notNull(),
    /** Signs the deliveries of a webhook; null for other kinds. */
    secret: text("secret"),
    isActive: boolean("is_active").notNull().default(true),
    createdBy: text("created_by").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.channelId] })],
);

/** A notification, sent once. Another message needs another key. */
export const notification = pgTable(
  "notification",
  {
    workspaceId: workspaceId(),
    notificationId: bigint("notification_id", { mode: "number" }).generatedAlwaysAsIdentity(),
    key: text("key").notNull(),
    /** Dotted name, such as `policy.review_requested`. */
    kind: text("kind").notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    /** Page that it links to, relative to the workspace: `policies`. */
    page: text("page").notNull(),
    /** Account of the person whose action it reports, for whom it counts as read. Null for Baton itself. */
    actorId: text("actor_id"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.notificationId] }),
    unique("notification_once").on(table.workspaceId, table.key),
  ],
);

/** A notification that a member has read in their inbox. */
export const notificationRead = pgTable(
  "notification_read",
  {
    workspaceId: workspaceId(),
    userId: text("user_id")
      .notNull()
      .references(() => authUser.id, { onDelete: "cascade" }),
    notificationId: bigint("notification_id", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.userId, table.notificationId] })],
);

/** A delivery of a notification over a channel. */
export const notificationDelivery = pgTable(
  "notification_delivery",
  {
    workspaceId: workspaceId(),
    notificationId: bigint("notification_id", { mode: "number" }).notNull(),
    channelId: bigint("channel_id", { mode: "number" }).notNull(),
    state: text("state", { enum: DELIVERY_STATES }).notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    dueAt: moment("due_at").notNull().defaultNow(),
    /** Time of the last attempt. */
    attemptedAt: moment("attempted_at"),
    /** Duration of the last attempt in milliseconds. */
    durationMilliseconds: integer("duration_ms"),
    /** Response of the receiver: `204`, `250 2.0.0 Ok`; null without one. */
    answer: text("answer"),
    /** Reason why the last attempt failed, without content. */
    lastError: text("last_error"),
    finishedAt: moment("finished_at"),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.notificationId, table.channelId] }),
    index("notification_delivery_due").on(table.dueAt).where(sql`state = 'pending'`),
  ],
);
