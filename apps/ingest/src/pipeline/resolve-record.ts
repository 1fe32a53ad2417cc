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

/** Position of a line, and defaults for its records. */
interface LineDefaults {
  sourceFileId: number;
  generation: number;
  sequence: number;
  /** Time of the previous record, or else when the file was first seen; the same on each replay. */
  carriedTime: Date;
  defaultSession: string | null;
  /** The clock, in milliseconds since 1970. */
  now: number;
  storesContent: boolean;
}

/**
 * Fills in time, session and name of a line's records, and shortens IDs that do not fit into an index. A
 * record without a time has that of the record before it.
 */
export function resolveRecords(
  records: readonly [SessionRecord, ...SessionRecord[]],
  { sourceFileId, generation, sequence, carriedTime, defaultSession, now, storesContent }: LineDefaults,
): { ok: true; records: [ResolvedRecord, ...ResolvedRecord[]] } | { ok: false; problem: Problem } {
  const resolved: ResolvedRecord[] = [];
  let occurredAt = carriedTime;
  for (const [ordinal, each] of records.entries()) {
    if (each.timestamp !== null) {
      const time = parseTimestamp(each.timestamp, now);
      if (!time.ok) return { ok: false, problem: { code: "bad_timestamp", message: time.reason } };
      occurredAt = new Date(time.milliseconds);
    }
    const record = toStorableRecord(each, storesContent);
    const position = { sourceFileId, generation, sequence, ordinal };
    const eventId = record.identity ?? positionKey(position);
    const sessionId = storedKeyOrNull(each.sessionId ?? defaultSession);
    resolved.push({ ...position, eventId, occurredAt, sessionId, record });
  }
  const [first, ...others] = resolved;
  if (!first) throw new Error("a line that was read has a record");
  return { ok: true, records: [first, ...others] };
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
    project,
    spans,
    memory,
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
    project: project && {
      person: storedKeyOrNull(project.person),
      folder: storedKeyOrNull(project.folder),
      repository: storedKeyOrNull(project.repository),
      branch: storedKeyOrNull(project.branch),
    },
    handoff: handoff && toStorableHandoff(handoff, storesContent),
    compaction: compaction && {
      ...compaction,
      agent: storedKeyOrNull(compaction.agent),
      agentId: storedKeyOrNull(compaction.agentId),
      preserved: storesContent ? compaction.preserved : [],
      summary: storesContent ? compaction.summary : null,
      summarizerModel: storedKeyOrNull(compaction.summarizerModel ?? null, MAX_MODEL_BYTES),
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
    memory: storesContent && memory ? { ...memory, id: storedKey(memory.id) } : null,
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
    summarizerModel: storedKeyOrNull(handoff.summarizerModel, MAX_MODEL_BYTES),
    auditNote: storesContent ? handoff.auditNote : null,
    answersIdentity: storedKeyOrNull(handoff.answersIdentity),
  };
}
