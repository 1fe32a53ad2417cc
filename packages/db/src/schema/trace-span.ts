import { MEASURES } from "@baton/core/session";
import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, tokens, workspaceId } from "./columns";

/**
 * Spans of traces, each by its first line. A span arrives when it ends, and its caller later, possibly in
 * another request. These columns determine the spans of a handoff.
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
    /** Agent whose invocation it is; null for any other span. */
    agent: text("agent"),
    model: text("model"),
    inputTokens: tokens("input_tokens"),
    inputMeasure: text("input_measure", { enum: MEASURES }),
    /** Key of the model call that it records; null for any other span. */
    usageKey: text("usage_key"),
    /** True if another call was found below it. Then it repeats or sums up that call and does not count. */
    isOuterCall: boolean("is_outer_call").notNull().default(false),
    endedAt: moment("ended_at"),
    isWorkflow: boolean("is_workflow").notNull().default(false),
    /** True if control moves to another agent, and between which; null if it does not name one. */
    isHandoff: boolean("is_handoff").notNull().default(false),
    handoffFrom: text("handoff_from"),
    handoffTo: text("handoff_to"),
    /** Nearest agent invocation above it, once it is known. */
    callerId: text("caller_id"),
    /** Nearest workflow above it and below that agent, once it is known. */
    workflowId: text("workflow_id"),
    /** Nearest missing ancestor; null if all exist up to the caller or the root. */
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
