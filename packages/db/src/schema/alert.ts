import {
  ALERT_CHANGES,
  ALERT_COMPARISONS,
  ALERT_METRICS,
  ALERT_STATES,
  type AlertFilter,
  type AlertRule,
} from "@baton/server/alert";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/** A threshold for a metric, and the result of its last evaluation. */
export const alertRule = pgTable(
  "alert_rule",
  {
    workspaceId: workspaceId(),
    alertId: bigint("alert_id", { mode: "number" }).generatedAlwaysAsIdentity(),
    name: text("name").notNull(),
    figure: text("figure", { enum: ALERT_METRICS }).notNull(),
    comparison: text("comparison", { enum: ALERT_COMPARISONS }).notNull(),
    /** In the unit of the metric; a share is between 0 and 1. */
    threshold: doublePrecision("threshold").notNull(),
    windowHours: integer("window_hours").$type<AlertRule["windowHours"]>().notNull(),
    filter: jsonb("filter").$type<AlertFilter>().notNull().default({}),
    channelIds: bigint("channel_ids", { mode: "number" }).array().notNull(),
    isActive: boolean("is_active").notNull().default(true),
    createdBy: text("created_by").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    /** Null until the metric has a value. */
    state: text("state", { enum: ALERT_STATES }),
    stateSince: moment("state_since"),
    /** Value at the last evaluation; null if unknown. */
    metricNow: doublePrecision("figure_now"),
    lookedAt: moment("looked_at"),
    /** Time of the next evaluation. */
    dueAt: moment("due_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.alertId] }),
    index("alert_rule_due").on(table.dueAt).where(sql`is_active`),
  ],
);

/** A change of an alert's state, triggered or resolved, with its threshold then. */
export const alertEvent = pgTable(
  "alert_event",
  {
    workspaceId: workspaceId(),
    alertId: bigint("alert_id", { mode: "number" }).notNull(),
    alertEventId: bigint("alert_event_id", { mode: "number" }).generatedAlwaysAsIdentity(),
    change: text("change", { enum: ALERT_CHANGES }).notNull(),
    figure: doublePrecision("figure").notNull(),
    comparison: text("comparison", { enum: ALERT_COMPARISONS }).notNull(),
    threshold: doublePrecision("threshold").notNull(),
    windowStart: moment("window_start").notNull(),
    windowEnd: moment("window_end").notNull(),
    occurredAt: moment("occurred_at").notNull(),
    /** The notification of this change. Its deliveries have the results. */
    notificationId: bigint("notification_id", { mode: "number" }),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.alertId, table.alertEventId] })],
);
