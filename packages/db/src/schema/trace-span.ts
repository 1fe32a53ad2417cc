import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, tokens, workspaceId } from "./columns";

/**
 * Spans of traces, each by its first line. A span comes when it ends, the one that called it later and
 * perhaps with another request: what is known here says to which handoff they belong together.
 */
export const traceSpan = pgTable(
  "trace_span",
  {
    workspaceId: workspaceId(),
    traceId: text("trace_id").notNull(),
    spanId: text("span_id").notNull(),
    occurredAt: moment("occurred_at").notNull(),
    sourceFileId: bigint("source_file_id", { mode: "number" }).notNull(),
    generation: integer("generation").notNull(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    /** Ordinal of its record in the line; null without its own. */
    ordinal: integer("ordinal"),
    /** The agent whose invocation it is; null for any other span. */
    agent: text("agent"),
    model: text("model"),
    inputTokens: tokens("input_tokens"),
    /** The key of the call of a model that it notes; null for any other span. */
    usageKey: text("usage_key"),
    /** True if another call was found below it. Then it repeats or sums up that call and does not count. */
    isOuterCall: boolean("is_outer_call").notNull().default(false),
    endedAt: moment("ended_at"),
    isWorkflow: boolean("is_workflow").notNull().default(false),
    /** True if control moves to another agent, and between which; null if it does not name one. */
    isHandoff: boolean("is_handoff").notNull().default(false),
    handoffFrom: text("handoff_from"),
    handoffTo: text("handoff_to"),
    /** The nearest invocation of an agent above it, once that is known. */
    callerId: text("caller_id"),
    /** The nearest workflow above it and below that agent, once that is known. */
    workflowId: text("workflow_id"),
    /** The nearest ancestor that has not come; null where all have, up to the caller or the root. */
    missingId: text("missing_id"),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.traceId, table.spanId] }),
    index("trace_span_missing")
      .on(table.workspaceId, table.traceId, table.missingId)
      .where(sql`missing_id is not null`),
    index("trace_span_transfer")
      .on(table.workspaceId, table.traceId)
      .where(sql`agent is not null or is_handoff`),
    index("trace_span_outer_call").on(table.workspaceId, table.traceId).where(sql`is_outer_call`),
    index("trace_span_line").on(table.workspaceId, table.sourceFileId, table.generation, table.sequence),
  ],
);
