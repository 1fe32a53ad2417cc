import { parseTimestamp } from "@baton/core/internal";
import type {
  AgentFacts,
  HandoffFacts,
  SessionRecord,
  SpanFacts,
  TaskFacts,
  WorkflowFacts,
} from "@baton/core/session";
import { positionKey, type ResolvedRecord } from "@baton/db/write";
import type { Problem } from "../sources/source-format";
import { storedKey, storedKeyOrNull } from "./stored-key";

/** Names of models share an index entry with two agents. */
const MAX_MODEL_BYTES = 256;

/** Position and defaults of a record. */
export interface RecordContext {
  sourceFileId: number;
  generation: number;
  sequence: number;
  ordinal: number;
  /** Time of the previous record, or else when the file was first seen; the same on each replay. */
  carriedTime: Date;
  defaultSession: string | null;
  /** The clock, in milliseconds since 1970. */
  now: number;
  storesContent: boolean;
}

export type Resolution = { ok: true; resolved: ResolvedRecord } | { ok: false; problem: Problem };

/** Fills in a record's time, session and name, and shortens IDs that do not fit into an index. */
export function resolveRecord(record: SessionRecord, context: RecordContext): Resolution {
  const { sourceFileId, generation, sequence, ordinal } = context;
  const time = resolveTime(record.timestamp, context);
  if (!time.ok) return time;
  const position = { sourceFileId, generation, sequence, ordinal };
  const storable = toStorableRecord(record, context.storesContent);
  return {
    ok: true,
    resolved: {
      ...position,
      eventId: storable.identity ?? positionKey(position),
      occurredAt: time.occurredAt,
      sessionId: storedKeyOrNull(record.sessionId ?? context.defaultSession),
      record: storable,
    },
  };
}

function resolveTime(
  timestamp: string | null,
  { carriedTime, now }: RecordContext,
): { ok: true; occurredAt: Date } | { ok: false; problem: Problem } {
  if (timestamp === null) return { ok: true, occurredAt: carriedTime };
  const time = parseTimestamp(timestamp, now);
  if (!time.ok) return { ok: false, problem: { code: "bad_timestamp", message: time.reason } };
  return { ok: true, occurredAt: new Date(time.milliseconds) };
}

function toStorableRecord(record: SessionRecord, storesContent: boolean): SessionRecord {
  const {
    handoff,
    compaction,
    usage,
    agents,
    compactionSummary,
    workflow,
    compactionSize,
    artifactRead,
    task,
    spans,
  } = record;
  return {
    ...record,
    eventType: storedKey(record.eventType),
    identity: storedKeyOrNull(record.identity),
    parentSessionId: storedKeyOrNull(record.parentSessionId),
    withdrawnHandoff: storedKeyOrNull(record.withdrawnHandoff),
    agents: agents.length === 0 ? agents : agents.map(toStorableAgent),
    workflowId: storedKeyOrNull(record.workflowId),
    title: storesContent ? record.title : null,
    handoff: handoff && toStorableHandoff(handoff, storesContent),
    compaction: compaction && {
      ...compaction,
      agent: storedKeyOrNull(compaction.agent),
      agentId: storedKeyOrNull(compaction.agentId),
      preserved: storesContent ? compaction.preserved : [],
      summary: storesContent ? compaction.summary : null,
    },
    usage: usage && {
      ...usage,
      key: storedKeyOrNull(usage.key),
      agent: storedKey(usage.agent),
      agentId: storedKeyOrNull(usage.agentId),
    },
    compactionSummary: compactionSummary &&
      (storesContent ? compactionSummary : null) && {
        ...compactionSummary,
        compactionIdentity: storedKey(compactionSummary.compactionIdentity),
      },
    compactionSize: compactionSize && {
      ...compactionSize,
      compactionIdentity: storedKey(compactionSize.compactionIdentity),
    },
    workflow: workflow && toStorableWorkflow(workflow, storesContent),
    artifactRead: artifactRead && {
      ...artifactRead,
      agent: storedKeyOrNull(artifactRead.agent),
      path: storedKey(artifactRead.path),
      reason: storedKey(artifactRead.reason),
    },
    task: task && toStorableTask(task, storesContent),
    spans: spans.length === 0 ? spans : spans.map(toStorableSpan),
  };
}

function toStorableAgent(agent: AgentFacts): AgentFacts {
  return {
    ...agent,
    agentId: storedKey(agent.agentId),
    name: storedKeyOrNull(agent.name),
    startedBy: storedKeyOrNull(agent.startedBy),
  };
}

function toStorableSpan(span: SpanFacts): SpanFacts {
  return {
    ...span,
    traceId: storedKey(span.traceId),
    spanId: storedKey(span.spanId),
    agent: storedKeyOrNull(span.agent),
    model: storedKeyOrNull(span.model, MAX_MODEL_BYTES),
    usageKey: storedKeyOrNull(span.usageKey),
    handoff: span.handoff && {
      from: storedKeyOrNull(span.handoff.from),
      to: storedKeyOrNull(span.handoff.to),
    },
    workflowId: storedKeyOrNull(span.workflowId),
    callerId: storedKeyOrNull(span.callerId),
    missingId: storedKeyOrNull(span.missingId),
  };
}

/** Without stored content, omits the documents, the task name and the interface names. */
function toStorableTask(task: TaskFacts, storesContent: boolean): TaskFacts {
  return {
    ...task,
    taskId: storedKeyOrNull(task.taskId),
    fromAgent: storedKeyOrNull(task.fromAgent),
    toAgent: storedKeyOrNull(task.toAgent),
    ...(storesContent
      ? {}
      : {
          taskName: null,
          handoffText: null,
          responseText: null,
          addedInterfaces: [],
          conflictingInterfaces: [],
        }),
  };
}

function toStorableWorkflow(workflow: WorkflowFacts, storesContent: boolean): WorkflowFacts {
  switch (workflow.kind) {
    case "start":
      return {
        ...workflow,
        projectName: storesContent ? workflow.projectName : null,
        agentPlan: workflow.agentPlan.map((agent) => storedKey(agent)),
      };
    case "handoff":
      return {
        ...workflow,
        fromAgent: storedKey(workflow.fromAgent),
        toAgent: storedKey(workflow.toAgent),
        artifacts: workflow.artifacts.map((path) => storedKey(path)),
      };
    case "complete":
      return { ...workflow, agentsExecuted: workflow.agentsExecuted.map((agent) => storedKey(agent)) };
  }
}

function toStorableHandoff(handoff: HandoffFacts, storesContent: boolean): HandoffFacts {
  return {
    ...handoff,
    fromAgent: storedKey(handoff.fromAgent),
    toAgent: storedKey(handoff.toAgent),
    fromAgentId: storedKeyOrNull(handoff.fromAgentId),
    toAgentId: storedKeyOrNull(handoff.toAgentId),
    ruleId: storedKeyOrNull(handoff.ruleId),
    policyVersion: storedKeyOrNull(handoff.policyVersion),
    toModel: storedKeyOrNull(handoff.toModel, MAX_MODEL_BYTES),
    auditNote: storesContent ? handoff.auditNote : null,
    answersIdentity: storedKeyOrNull(handoff.answersIdentity),
  };
}
