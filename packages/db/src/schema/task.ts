import { type FindingCode, type SizeChanges, TASK_STEPS } from "@baton/core/session";
import { TASK_PRIORITIES, TASK_STATUSES } from "@baton/core/task";
import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { moment, position, positionPrimaryKey, tokens, workspaceId } from "./columns";

/**
 * A task handoff, assembled from its events as they arrive. Sizes are tokens; null means not recorded. A task
 * has a row for each time it is sent.
 */
export const taskAttempt = pgTable(
  "task_attempt",
  {
    workspaceId: workspaceId(),
    /** Hash of its session and its ID there; without one, of the event. */
    attemptId: text("attempt_id").notNull(),
    sessionId: text("session_id"),
    workflowId: text("workflow_id"),
    taskId: text("task_id"),
    fromAgent: text("from_agent"),
    toAgent: text("to_agent"),
    taskName: text("task_name"),
    priority: text("priority", { enum: TASK_PRIORITIES }),
    /** As written. */
    deadline: text("deadline"),
    deadlineAt: moment("deadline_at"),
    tokenBudget: doublePrecision("token_budget"),
    handoffTokens: tokens("handoff_tokens"),
    compression: jsonb("compression").$type<SizeChanges>(),
    isAccepted: boolean("is_accepted"),
    findings: jsonb("findings").$type<readonly FindingCode[]>(),
    isSent: boolean("is_sent").notNull(),
    estimatedTokens: tokens("estimated_tokens"),
    /** Status of its response. */
    status: text("status", { enum: TASK_STATUSES }),
    actualTokens: doublePrecision("actual_tokens"),
    executionMilliseconds: doublePrecision("execution_ms"),
    isAnswerAccepted: boolean("is_answer_accepted"),
    answerFindings: jsonb("answer_findings").$type<readonly FindingCode[]>(),
    /** The masked documents as compact JSON; null if content storage is off. */
    handoffText: text("handoff_text"),
    responseText: text("response_text"),
    occurredAt: moment("occurred_at").notNull(),
    lastEventAt: moment("last_event_at").notNull(),
    /**
     * Position of its last event in its file: a response without an ID belongs to the last of several
     * attempts.
     */
    lastSequence: bigint("last_sequence", { mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.attemptId] }),
    index("task_attempt_time").on(table.workspaceId, table.occurredAt, table.attemptId),
    index("task_attempt_session").on(table.workspaceId, table.sessionId, table.occurredAt),
    index("task_attempt_task").on(table.workspaceId, table.taskId, table.occurredAt),
    index("task_attempt_words").using("gin", taskWords(table)),
  ],
);

/** Words of a task's name and document, from the beginning if it is very long. */
export function taskWords({ taskName, handoffText }: Record<"taskName" | "handoffText", AnyPgColumn>): SQL {
  return sql`to_tsvector('simple', left(coalesce(${taskName}, ''), 10000) || ' ' || left(coalesce(${handoffText}, ''), 100000))`;
}

/** Steps of a task handoff. Partitioned by month. */
export const taskStep = pgTable(
  "task_step",
  {
    workspaceId: workspaceId(),
    occurredAt: moment("occurred_at").notNull(),
    ...position(),
    eventId: text("event_id").notNull(),
    attemptId: text("attempt_id").notNull(),
    sessionId: text("session_id"),
    step: text("step", { enum: TASK_STEPS }).notNull(),
    /** Set for validation steps. */
    isAccepted: boolean("is_accepted"),
    findings: jsonb("findings").$type<readonly FindingCode[]>(),
    estimatedTokens: tokens("estimated_tokens"),
    /** Names of interfaces that were new to the hub, and of those that were returned in a different form. */
    addedInterfaces: text("added_interfaces").array().notNull().default([]),
    conflictingInterfaces: text("conflicting_interfaces").array().notNull().default([]),
  },
  (table) => [
    positionPrimaryKey("task_step_pkey", table),
    index("task_step_attempt").on(table.workspaceId, table.attemptId, table.occurredAt),
    index("task_step_session").on(table.workspaceId, table.sessionId, table.occurredAt),
  ],
);
