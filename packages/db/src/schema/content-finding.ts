import { CONTENT_ACTIONS, DETECTOR_NAMES } from "@baton/core/policy";
import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, position, total, workspaceId } from "./columns";

/** `enforced`: the writer of a handoff applied the rule; `observed`: ingest found the match in a stored text. */
const FINDING_SOURCES = ["observed", "enforced"] as const;

/** Matches of a content rule in one text of a record; never the text. */
export const contentFinding = pgTable(
  "content_finding",
  {
    workspaceId: workspaceId(),
    occurredAt: moment("occurred_at").notNull(),
    ...position(),
    /** Distinguishes the findings of a record. */
    number: integer("number").notNull(),
    sessionId: text("session_id"),
    /** The handoff that passed the text on; null, like the agents, for any other text. */
    eventId: text("event_id"),
    fromAgent: text("from_agent"),
    toAgent: text("to_agent"),
    ruleId: text("rule_id").notNull(),
    detector: text("detector", { enum: DETECTOR_NAMES }).notNull(),
    action: text("action", { enum: CONTENT_ACTIONS }).notNull(),
    /** Path of the text in its line or context; empty for a text of its own. */
    path: text("path").notNull(),
    matchCount: total("match_count"),
    source: text("source", { enum: FINDING_SOURCES }).notNull(),
  },
  (table) => [
    primaryKey({
      name: "content_finding_pkey",
      columns: [
        table.workspaceId,
        table.occurredAt,
        table.sourceFileId,
        table.generation,
        table.sequence,
        table.ordinal,
        table.number,
      ],
    }),
    index("content_finding_session").on(table.workspaceId, table.sessionId, table.occurredAt),
    index("content_finding_event").on(table.workspaceId, table.eventId),
    index("content_finding_rule").on(table.workspaceId, table.ruleId, table.occurredAt),
  ],
);
