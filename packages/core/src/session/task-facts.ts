import { plainJson } from "../scoping/plain-json";
import { type TaskPriority, type TaskStatus, taskHandoffTokens } from "../task/task-handoff";
import { MAX_LISTED, MAX_NAME_LENGTH } from "./limits";
import type { FindingCode, SizeChanges, TaskHandoffEvent, TaskResponseEvent, TaskStepName } from "./task";
import { parseTimestamp } from "./timestamp";

/** Data of an event about a task handoff. Sizes are tokens; null means not in this event. */
export interface TaskFacts {
  step: TaskStepName;
  /** The same for all events of a handoff; null if the event has none. */
  attemptId: string | null;
  taskId: string | null;
  fromAgent: string | null;
  toAgent: string | null;
  taskName: string | null;
  priority: TaskPriority | null;
  /** As written, and in milliseconds since 1970 if valid. */
  deadline: string | null;
  deadlineAt: number | null;
  tokenBudget: number | null;
  handoffTokens: number | null;
  compression: SizeChanges | null;
  estimatedTokens: number | null;
  /** Result of the step, for the handoff or the response. */
  isAccepted: boolean | null;
  findings: FindingCode[] | null;
  status: TaskStatus | null;
  actualTokens: number | null;
  executionMilliseconds: number | null;
  addedInterfaces: string[];
  conflictingInterfaces: string[];
  /** The document as compact JSON. */
  handoffText: string | null;
  responseText: string | null;
}

const UNSAID = {
  fromAgent: null,
  toAgent: null,
  taskName: null,
  priority: null,
  deadline: null,
  deadlineAt: null,
  tokenBudget: null,
  handoffTokens: null,
  compression: null,
  estimatedTokens: null,
  status: null,
  actualTokens: null,
  executionMilliseconds: null,
  addedInterfaces: [],
  conflictingInterfaces: [],
  handoffText: null,
  responseText: null,
} as const satisfies Partial<TaskFacts>;

/** Reads the facts of a task handoff from an event. */
export function readTaskHandoff(event: TaskHandoffEvent): TaskFacts {
  const { handoff } = event;
  return {
    ...UNSAID,
    ...readShared(event),
    addedInterfaces: [],
    conflictingInterfaces: [],
    step: event.step ?? "send",
    taskId: event.task_id ?? handoff?.taskId ?? null,
    fromAgent: handoff?.fromAgent ?? null,
    toAgent: handoff?.toAgent ?? null,
    taskName: handoff?.taskName.slice(0, MAX_NAME_LENGTH) ?? null,
    priority: handoff?.priority ?? null,
    ...readDeadline(handoff?.deadline),
    tokenBudget: handoff?.tokenBudget ?? null,
    handoffTokens: event.handoff_tokens ?? (handoff ? taskHandoffTokens(handoff) : null),
    compression: event.compression ?? null,
    estimatedTokens: event.estimated_tokens ?? null,
    handoffText: handoff ? plainJson(handoff) : null,
  };
}

/** Reads the facts of a task response from an event. */
export function readTaskResponse(event: TaskResponseEvent): TaskFacts {
  const { response } = event;
  const step = event.step ?? "respond";
  return {
    ...UNSAID,
    ...readShared(event),
    step: step === "validate" ? "validate_response" : step,
    taskId: event.task_id ?? response?.taskId ?? null,
    status: response?.status ?? null,
    actualTokens: response?.tokenUsage ?? null,
    executionMilliseconds: response?.executionTime ?? null,
    addedInterfaces: event.added_interfaces ?? [],
    conflictingInterfaces: event.conflicting_interfaces ?? [],
    responseText: response ? plainJson(response) : null,
  };
}

function readShared({ attempt_id, accepted, findings }: TaskHandoffEvent | TaskResponseEvent) {
  return {
    attemptId: attempt_id ?? null,
    isAccepted: accepted ?? null,
    findings:
      findings?.slice(0, MAX_LISTED).map(({ code, severity, path }) => ({
        code: code.slice(0, 100),
        severity: severity.slice(0, 100),
        path: path.slice(0, MAX_NAME_LENGTH),
      })) ?? null,
  };
}

/** Accepts any future deadline; a day counts from its start. */
function readDeadline(deadline: string | undefined): Pick<TaskFacts, "deadline" | "deadlineAt"> {
  if (deadline === undefined) return { deadline: null, deadlineAt: null };
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(deadline) ? `${deadline}T00:00Z` : deadline;
  const time = parseTimestamp(moment, Number.POSITIVE_INFINITY);
  return { deadline: deadline.slice(0, MAX_NAME_LENGTH), deadlineAt: time.ok ? time.milliseconds : null };
}
