import { boolean, doublePrecision, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, position, positionPrimaryKey, tokens, workspaceId } from "./columns";

/**
 * A run of several agents, from its events `workflow_start` and `workflow_complete`; null until an event sets
 * a value.
 */
export const workflow = pgTable(
  "workflow",
  {
    workspaceId: workspaceId(),
    workflowId: text("workflow_id").notNull(),
    sessionId: text("session_id"),
    projectName: text("project_name"),
    agentPlan: jsonb("agent_plan").$type<readonly string[]>(),
    startedAt: moment("started_at"),
    completedAt: moment("completed_at"),
    durationSeconds: doublePrecision("duration_seconds"),
    isSuccess: boolean("is_success"),
    agentsExecuted: jsonb("agents_executed").$type<readonly string[]>(),
    totalHandoffTokens: tokens("total_handoff_tokens"),
    compressionRatio: doublePrecision("compression_ratio"),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.workflowId] })],
);

/** A handoff of manifests between agents (`agent_handoff`). Partitioned by month. Sizes are in tokens. */
export const manifestHandoff = pgTable(
  "manifest_handoff",
  {
    workspaceId: workspaceId(),
    occurredAt: moment("occurred_at").notNull(),
    ...position(),
    eventId: text("event_id").notNull(),
    sessionId: text("session_id"),
    workflowId: text("workflow_id"),
    fromAgent: text("from_agent").notNull(),
    toAgent: text("to_agent").notNull(),
    /** Manifest paths as in the event, relative to the project root. */
    artifacts: text("artifacts").array().notNull(),
    manifestTokens: tokens("manifest_tokens"),
    requiredTokens: tokens("required_tokens"),
  },
  (table) => [
    positionPrimaryKey("manifest_handoff_pkey", table),
    index("manifest_handoff_session").on(table.workspaceId, table.sessionId, table.occurredAt),
    index("manifest_handoff_workflow").on(table.workspaceId, table.workflowId, table.occurredAt),
    index("manifest_handoff_artifacts").using("gin", table.artifacts),
  ],
);

/** A read of another agent's artifact (`artifact_read`). Partitioned by month. */
export const artifactRead = pgTable(
  "artifact_read",
  {
    workspaceId: workspaceId(),
    occurredAt: moment("occurred_at").notNull(),
    ...position(),
    eventId: text("event_id").notNull(),
    sessionId: text("session_id"),
    workflowId: text("workflow_id"),
    agent: text("agent"),
    /** As in the event, relative to the project root. */
    path: text("path").notNull(),
    tokens: tokens("tokens").notNull(),
    reason: text("reason").notNull(),
  },
  (table) => [
    positionPrimaryKey("artifact_read_pkey", table),
    index("artifact_read_session").on(table.workspaceId, table.sessionId, table.occurredAt),
    index("artifact_read_path").on(table.workspaceId, table.path, table.occurredAt),
  ],
);
