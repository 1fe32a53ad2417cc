import { z } from "zod";
import { isObject } from "../is-object";
import { MemoryWrittenEvent, readWritten } from "../memory/memory-written";
import { sumUpIssues } from "../schema-issue";
import { apportionSavings } from "../scoping/ledger";
import { countTokens } from "../tokens/count-tokens";
import { AgentId } from "./agent-id";
import { ArtifactReadEvent } from "./artifact-read";
import { CompactionEvent } from "./compaction";
import { readCompactionTriggered } from "./compaction-triggered";
import { ContextHandoffEvent, MAX_PATH_LENGTH, withShortPaths } from "./context-handoff";
import {
  HandoffDecisionEvent,
  HandoffReturnEvent,
  readHandoffDecision,
  readHandoffReturn,
} from "./handoff-decision";
import { MAX_LISTED, MAX_NAME_LENGTH } from "./limits";
import { PolicySeenEvent } from "./policy-seen";
import { handoffFacts, type SessionRecord, sessionRecord } from "./session-record";
import { shortenTitle } from "./session-title";
import { TaskHandoffEvent, TaskResponseEvent } from "./task";
import { readTaskHandoff, readTaskResponse, type TaskFacts } from "./task-facts";
import { AgentHandoffEvent, WorkflowCompleteEvent, WorkflowStartEvent } from "./workflow";

/**
 * Reason why a line is not an event: `not_an_event` has no text `event_type`; `schema_error` names a type and
 * its errors.
 */
export type SessionEventProblem = { code: "not_an_event" | "schema_error"; message: string };

export type SessionEventResult =
  | { ok: true; record: SessionRecord }
  | { ok: false; problem: SessionEventProblem };

/**
 * Converts one parsed line of a session file to a record. Keeps unknown types as generic events.
 *
 * @param json one parsed line; must be an object with a text `event_type`.
 * @returns the record, or the errors of the line in words.
 */
export function readSessionEvent(json: unknown): SessionEventResult {
  if (!isObject(json)) return notAnEvent("the line is JSON but not an object");
  const eventType = json.event_type;
  if (typeof eventType !== "string") return notAnEvent("the object has no event_type that is text");
  switch (eventType) {
    case "context_handoff":
      return read(ContextHandoffEvent, json, readContextHandoff);
    case "compaction":
      return read(CompactionEvent, json, readCompaction);
    case "compaction_triggered":
      return { ok: true, record: sessionRecord({ eventType, ...readCompactionTriggered(json) }) };
    case "handoff_decision":
      return read(HandoffDecisionEvent, json, readHandoffDecision);
    case "handoff_return":
      return read(HandoffReturnEvent, json, readHandoffReturn);
    case "policy_seen":
      return read(PolicySeenEvent, json, (event) => ({ ...readCommon(event), policySeen: event }));
    case "task_handoff":
      return read(TaskHandoffEvent, json, (event) => ({
        ...readCommon(event),
        workflowId: event.workflow_id ?? null,
        ...readSentTask(readTaskHandoff(event)),
      }));
    case "task_response":
      return read(TaskResponseEvent, json, (event) => ({
        ...readCommon(event),
        workflowId: event.workflow_id ?? null,
        ...readTaskReturn(readTaskResponse(event)),
        isError: event.response?.status === "error",
      }));
    case "workflow_start":
      return read(WorkflowStartEvent, json, readWorkflowStart);
    case "agent_handoff":
      return read(AgentHandoffEvent, json, readAgentHandoff);
    case "workflow_complete":
      return read(WorkflowCompleteEvent, json, readWorkflowComplete);
    case "memory_written":
      return read(MemoryWrittenEvent, json, (event) => ({
        ...readCommon(event),
        memory: readWritten(event),
      }));
    case "artifact_read":
      return read(ArtifactReadEvent, json, readArtifactRead);
    default:
      return { ok: true, record: readGeneric(eventType, json) };
  }
}

function read<T extends { event_type: string }>(
  schema: z.ZodType<T>,
  json: unknown,
  toRecord: (event: T) => Partial<SessionRecord>,
): SessionEventResult {
  const parsed = schema.safeParse(json);
  if (!parsed.success) {
    return {
      ok: false,
      problem: { code: "schema_error", message: sumUpIssues(parsed.error, json) },
    };
  }
  return {
    ok: true,
    record: sessionRecord({ eventType: parsed.data.event_type, ...toRecord(parsed.data) }),
  };
}

function readContextHandoff(event: ContextHandoffEvent): Partial<SessionRecord> {
  const outline = event.outline ?? null;
  const named = outline?.filter(({ path }) => path.length <= MAX_PATH_LENGTH) ?? null;
  return {
    ...readCommon(event),
    workflowId: event.workflow_id ?? null,
    isError: event.scoping_state === "fallback_minus_blocked" || event.scoping_state === "denied_error",
    handoff: handoffFacts({
      kind: event.memory_ids ? "retrieval" : "context",
      fromAgent: event.from_agent_id,
      toAgent: event.to_agent_id,
      mode: event.handoff_mode,
      ruleId: event.governance_rule_id ?? null,
      policyVersion: event.policy_version ?? null,
      scopingState: event.scoping_state ?? "scoped",
      beforeTokens: event.context_before_scoping.total_tokens,
      afterTokens: event.context_after_scoping.total_tokens,
      savedTokens: event.tokens_saved,
      measureBefore: "counted",
      measureAfter: "counted",
      savedByCause: outline && apportionSavings({ outline, tokensSaved: event.tokens_saved }),
      toModel: event.to_model ?? null,
      summarizerTokens: event.summarizer_tokens ?? null,
      summarizerOutputTokens: event.summarizer_output_tokens ?? null,
      summarizerModel: event.summarizer_model ?? null,
      durationMicroseconds: event.duration_us ?? null,
      contextSha256: event.context_sha256 ?? null,
      translationStrategies: event.translation_strategies ?? [],
      auditNote: event.audit_note ?? null,
      contentFindings: event.content_findings ?? [],
      observedRules: event.observed_rules ? withShortPaths(event.observed_rules) : null,
      outline: named,
      outlineTruncated: event.outline_truncated === true || named?.length !== outline?.length,
      agents: event.context_before_scoping.agents_included,
      memoryIds: event.memory_ids ?? [],
    }),
  };
}

function readCompaction(event: CompactionEvent): Partial<SessionRecord> {
  const isNotice = event.after_measure !== undefined;
  const common = readCommon(event);
  return {
    ...common,
    // The transcript's own record of the compaction may have the same identity.
    identity: isNotice && common.identity ? `${common.identity}:notice` : common.identity,
    workflowId: event.workflow_id ?? null,
    compaction: {
      agent: event.agent_id ?? null,
      agentId: null,
      isNotice,
      trigger: event.trigger,
      beforeTokens: event.before_tokens,
      afterTokens: event.after_tokens,
      preserved: (event.preserved ?? []).slice(0, MAX_LISTED).map((name) => name.slice(0, MAX_NAME_LENGTH)),
      summary: event.summary ?? null,
      summarizerTokens: event.summarizer_tokens ?? null,
      summarizerOutputTokens: event.summarizer_output_tokens ?? null,
      summarizerModel: event.summarizer_model ?? null,
      loss: event.loss ? keepClasses(event.loss) : null,
    },
  };
}

function keepClasses<Count>(loss: Readonly<Record<string, Count>>): Record<string, Count> {
  const named = Object.entries(loss).filter(([name]) => name.length <= MAX_NAME_LENGTH);
  return Object.fromEntries(named.slice(0, MAX_LISTED));
}

function readWorkflowStart(event: WorkflowStartEvent): Partial<SessionRecord> {
  return {
    ...readCommon(event),
    workflowId: event.workflow_id,
    workflow: { kind: "start", projectName: event.project_name ?? null, agentPlan: event.agent_plan ?? [] },
  };
}

/** Reads the step that hands a task to an agent. Only the step that created it names both agents. */
function readSentTask(task: TaskFacts): Pick<SessionRecord, "task" | "handoff"> {
  if (task.step !== "send") return { task, handoff: null };
  const { fromAgent, toAgent, handoffTokens } = task;
  const handoff = handoffFacts({
    kind: "task",
    fromAgent: fromAgent ?? "unknown",
    toAgent: toAgent ?? "unknown",
    afterTokens: handoffTokens,
    measureAfter: handoffTokens === null ? null : "counted",
  });
  return { task, handoff };
}

/** Reads the response to a task. Its agents are those of the task, which the database knows. */
function readTaskReturn(task: TaskFacts): Pick<SessionRecord, "task" | "handoff"> {
  if (task.step !== "respond") return { task, handoff: null };
  const afterTokens = task.responseText === null ? null : countTokens(task.responseText);
  const handoff = handoffFacts({
    kind: "return",
    fromAgent: "unknown",
    toAgent: "unknown",
    afterTokens,
    measureAfter: afterTokens === null ? null : "counted",
  });
  return { task, handoff };
}

function readAgentHandoff(event: AgentHandoffEvent): Partial<SessionRecord> {
  const afterTokens = event.context_budget?.manifest_tokens ?? null;
  return {
    ...readCommon(event),
    workflowId: event.workflow_id ?? null,
    handoff: handoffFacts({
      kind: "manifest",
      fromAgent: event.from_agent,
      toAgent: event.to_agent,
      afterTokens,
      measureAfter: afterTokens === null ? null : "counted",
    }),
    workflow: {
      kind: "handoff",
      fromAgent: event.from_agent,
      toAgent: event.to_agent,
      artifacts: event.artifacts,
      manifestTokens: event.context_budget?.manifest_tokens ?? null,
      requiredTokens: event.context_budget?.required_tokens ?? null,
    },
  };
}

function readWorkflowComplete(event: WorkflowCompleteEvent): Partial<SessionRecord> {
  return {
    ...readCommon(event),
    workflowId: event.workflow_id,
    isError: !event.success,
    workflow: {
      kind: "complete",
      durationSeconds: event.duration_seconds,
      isSuccess: event.success,
      agentsExecuted: event.agents_executed,
      totalHandoffTokens: event.context_efficiency?.total_handoff_tokens ?? null,
      compressionRatio: event.context_efficiency?.compression_ratio ?? null,
    },
  };
}

function readArtifactRead(event: ArtifactReadEvent): Partial<SessionRecord> {
  return {
    ...readCommon(event),
    workflowId: event.workflow_id ?? null,
    artifactRead: {
      agent: event.agent_id ?? null,
      path: event.path,
      tokens: event.tokens,
      reason: event.reason,
    },
  };
}

function readGeneric(eventType: string, json: Record<string, unknown>): SessionRecord {
  return sessionRecord({
    eventType,
    identity: textOrNull(json.event_id),
    sessionId: textOrNull(json.session_id) ?? textOrNull(json.case_id),
    timestamp: textOrNull(json.timestamp) ?? textOrNull(json.occurred_at),
    workflowId: textOrNull(json.workflow_id),
    title: eventType === "session_start" ? shortenTitle(textOrNull(json.title)) : null,
    handoff: eventType === "handoff" ? readActorHandoff(json) : null,
    isError: eventType.endsWith("error"),
  });
}

const ActorHandoff = z.object({ actor: AgentId, target: AgentId });

/** Reads a `handoff` event of a trace, which names who acts and who is next. */
function readActorHandoff(json: Record<string, unknown>): SessionRecord["handoff"] {
  const named = ActorHandoff.safeParse(json);
  if (!named.success) return null;
  return handoffFacts({ kind: "transfer", fromAgent: named.data.actor, toAgent: named.data.target });
}

function readCommon(event: {
  event_id?: string | null | undefined;
  session_id?: string | null | undefined;
  timestamp?: string | null | undefined;
}): Pick<SessionRecord, "identity" | "sessionId" | "timestamp"> {
  return {
    identity: event.event_id ?? null,
    sessionId: event.session_id ?? null,
    timestamp: event.timestamp ?? null,
  };
}

function notAnEvent(message: string): SessionEventResult {
  return { ok: false, problem: { code: "not_an_event", message } };
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
