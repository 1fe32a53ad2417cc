import {
  ALERT_CHANGES,
  ALERT_COMPARISONS,
  ALERT_FIGURES,
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

/** A threshold on a figure, and how the figure stood when it was looked at last. */
export const alertRule = pgTable(
  "alert_rule",
  {
    workspaceId: workspaceId(),
    alertId: bigint("alert_id", { mode: "number" }).generatedAlwaysAsIdentity(),
    name: text("name").notNull(),
    figure: text("figure", { enum: ALERT_FIGURES }).notNull(),
    comparison: text("comparison", { enum: ALERT_COMPARISONS }).notNull(),
    /** In the figure's own unit; a share from 0 to 1. */
    threshold: doublePrecision("threshold").notNull(),
    windowHours: integer("window_hours").$type<AlertRule["windowHours"]>().notNull(),
    filter: jsonb("filter").$type<AlertFilter>().notNull().default({}),
    channelIds: bigint("channel_ids", { mode: "number" }).array().notNull(),
    isActive: boolean("is_active").notNull().default(true),
    createdBy: text("created_by").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    /** Null as long as its figure was never known. */
    state: text("state", { enum: ALERT_STATES }),
    stateSince: moment("state_since"),
    /** At the last look; null where it was not known then. */
    figureNow: doublePrecision("figure_now"),
    lookedAt: moment("looked_at"),
    /** When it is to be looked at next. */
    dueAt: moment("due_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.alertId] }),
    index("alert_rule_due").on(table.dueAt).where(sql`is_active`),
  ],
);

/** A figure crossed a threshold, or came back; with the threshold as it was then. */
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
    /** The notice by which it was told; its deliveries say what became of it. */
    noticeId: bigint("notice_id", { mode: "number" }),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.alertId, table.alertEventId] })],
);
