import type { TaskHandoffEvent, TaskResponseEvent } from "../session/task";
import { TASK_LIMITS, taskHandoffTokens } from "./task-handoff";

/** A task handoff, assembled from its events. Sizes are tokens; null means not recorded, never zero. */
export interface TaskAttempt {
  readonly taskId: string | null;
  readonly handoffTokens: number | null;
  readonly interfaceTokens: { readonly before: number; readonly after: number } | null;
  readonly isAccepted: boolean | null;
  readonly isSent: boolean;
  readonly estimatedTokens: number | null;
  readonly actualTokens: number | null;
}

/** A part and its whole, so that shares of several periods can be added up. */
export interface Share {
  readonly part: number;
  readonly whole: number;
}

/**
 * Metrics of many handoffs. Ratios are ratios of totals, never means of ratios, and null without a divisor.
 */
export interface TaskMetrics {
  readonly handoffs: number;
  /** Mean of the known sizes in tokens. */
  readonly meanTokens: number | null;
  readonly largestTokens: number | null;
  /** Handoffs above the target of 500 tokens, of those whose size is known. */
  readonly overTarget: Share;
  /** Tokens of interfaces before compression ÷ after; 2 is half of the size. */
  readonly compressionRatio: number | null;
  /** Rejected handoffs ÷ validated handoffs. */
  readonly rejected: Share;
  /** Tokens used ÷ tokens estimated, of tasks with both; 2 is twice the estimate. */
  readonly usedToEstimated: number | null;
  /** Tasks that were sent again ÷ tasks sent. */
  readonly reworked: Share;
}

type TaskEvent = TaskHandoffEvent | TaskResponseEvent;
type Draft = { -readonly [Key in keyof TaskAttempt]: TaskAttempt[Key] };

/**
 * Assembles the events of a session to handoffs.
 *
 * @param events in order. Events of a lifecycle share an `attempt_id`; otherwise a handoff event is its own
 * attempt, and a response belongs to the last handoff of its task.
 */
export function collectTaskAttempts(events: readonly TaskEvent[]): TaskAttempt[] {
  const attempts: Draft[] = [];
  const byKey = new Map<string, Draft>();
  for (const event of events) {
    const taskId = readTaskId(event);
    const keys = [event.attempt_id && `attempt ${event.attempt_id}`, taskId && `task ${taskId}`];
    const [key, taskKey] = keys;
    const known = key
      ? byKey.get(key)
      : event.event_type === "task_response"
        ? byKey.get(taskKey ?? "")
        : undefined;
    const attempt = known ?? beginAttempt();
    if (!known) attempts.push(attempt);
    for (const name of keys) if (name) byKey.set(name, attempt);
    attempt.taskId ??= taskId;
    if (event.event_type === "task_handoff") addHandoff(attempt, event);
    else attempt.actualTokens = event.response?.tokenUsage ?? attempt.actualTokens;
  }
  return attempts;
}

/** Calculates the metrics of many handoffs. */
export function measureTasks(attempts: readonly TaskAttempt[]): TaskMetrics {
  const sizes = attempts.flatMap(({ handoffTokens }) => handoffTokens ?? []);
  const interfaces = attempts.flatMap(({ interfaceTokens }) => interfaceTokens ?? []);
  const checked = attempts.filter(({ isAccepted }) => isAccepted !== null);
  return {
    handoffs: attempts.length,
    meanTokens: divide(sum(sizes), sizes.length),
    largestTokens: sizes.length === 0 ? null : sizes.reduce((most, size) => Math.max(most, size)),
    overTarget: { part: sizes.filter((size) => size > TASK_LIMITS.targetTokens).length, whole: sizes.length },
    compressionRatio: divide(
      sum(interfaces.map(({ before }) => before)),
      sum(interfaces.map(({ after }) => after)),
    ),
    rejected: { part: checked.filter(({ isAccepted }) => !isAccepted).length, whole: checked.length },
    usedToEstimated: compareEstimates(attempts),
    reworked: countReworked(attempts),
  };
}

function beginAttempt(): Draft {
  return {
    taskId: null,
    handoffTokens: null,
    interfaceTokens: null,
    isAccepted: null,
    isSent: false,
    estimatedTokens: null,
    actualTokens: null,
  };
}

function addHandoff(attempt: Draft, event: TaskHandoffEvent): void {
  const { step, handoff, handoff_tokens, compression, accepted, estimated_tokens } = event;
  attempt.handoffTokens = handoff_tokens ?? (handoff ? taskHandoffTokens(handoff) : attempt.handoffTokens);
  attempt.interfaceTokens = compression?.interfaces ?? attempt.interfaceTokens;
  attempt.isAccepted = accepted ?? attempt.isAccepted;
  attempt.estimatedTokens = estimated_tokens ?? attempt.estimatedTokens;
  attempt.isSent ||= step === "send" || step == null;
}

function readTaskId(event: TaskEvent): string | null {
  const document = event.event_type === "task_handoff" ? event.handoff : event.response;
  return event.task_id ?? document?.taskId ?? null;
}

function compareEstimates(attempts: readonly TaskAttempt[]): number | null {
  const known = attempts.flatMap(({ estimatedTokens: estimated, actualTokens: actual }) =>
    estimated === null || actual === null ? [] : [{ estimated, actual }],
  );
  return divide(sum(known.map(({ actual }) => actual)), sum(known.map(({ estimated }) => estimated)));
}

function countReworked(attempts: readonly TaskAttempt[]): Share {
  const sent = new Map<string, number>();
  for (const { taskId, isSent } of attempts) {
    if (isSent && taskId !== null) sent.set(taskId, (sent.get(taskId) ?? 0) + 1);
  }
  return { part: [...sent.values()].filter((times) => times > 1).length, whole: sent.size };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function divide(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
