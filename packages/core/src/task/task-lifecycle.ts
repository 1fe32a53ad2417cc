import type { Finding } from "../finding";
import type { TaskHandoffEvent, TaskResponseEvent } from "../session/task";
import type { AgentContextHub, HubUpdate } from "./agent-context-hub";
import type { TaskCompression } from "./compress-task-handoff";
import { TaskHandoff, TaskResponse, taskHandoffTokens } from "./task-handoff";
import { validateTaskHandoff } from "./validate-task-handoff";
import { validateTaskResponse } from "./validate-task-response";

export type TaskEvent = TaskHandoffEvent | TaskResponseEvent;

/** State of a task between two steps. */
export type TaskState =
  | "new"
  | "created"
  | "refused"
  | "valid"
  | "estimated"
  | "sent"
  | "answered"
  | "answer_refused"
  | "answer_valid"
  | "done";

export type TaskStep =
  | "create"
  | "validate"
  | "estimate"
  | "send"
  | "respond"
  | "validateResponse"
  | "updateHub";

/**
 * States in which each step is allowed. A rejected handoff is created again, as is one without a response or
 * whose task needs rework.
 */
const ALLOWED: Readonly<Record<TaskStep, readonly TaskState[]>> = {
  create: ["new", "refused", "sent", "answer_refused", "answer_valid", "done"],
  validate: ["created"],
  estimate: ["valid"],
  send: ["estimated"],
  respond: ["sent", "answer_refused"],
  validateResponse: ["answered"],
  updateHub: ["answer_valid"],
};

/** An error of the calling program: a step in the wrong order. */
export class IllegalTaskStep extends Error {
  override name = "IllegalTaskStep";

  constructor(
    readonly step: TaskStep,
    readonly state: TaskState,
  ) {
    super(
      `The step ${step} is not allowed while the task is ${state}; it requires ${ALLOWED[step].join(", ")}.`,
    );
  }
}

/** Dependencies of a lifecycle: IDs, a clock, and a writer of events. */
export interface TaskLog {
  readonly sessionId: string;
  readonly workflowId?: string;
  /** Milliseconds since 1970. */
  now(): number;
  newId(): string;
  /** Receives each event as it happens, to append it to the session's file. */
  record(event: TaskEvent): void;
}

/**
 * The lifecycle of a task: create → validate → estimate → send → respond → validate → update hub. Records
 * each step as an event. A step in the wrong order throws `IllegalTaskStep` and changes nothing. A handoff or
 * response with an error stops.
 */
export class TaskLifecycle {
  readonly #log: TaskLog;
  #state: TaskState = "new";
  #document: unknown = null;
  #handoff: TaskHandoff | null = null;
  #answer: unknown = null;
  #attemptId: string | null = null;

  constructor(log: TaskLog) {
    this.#log = log;
  }

  /** Returns the current state. */
  get state(): TaskState {
    return this.#state;
  }

  /**
   * Creates a handoff.
   *
   * @param document a task handoff of any kind; `validate` reports what is missing.
   * @param compression result of `compressTaskHandoff`, if used.
   */
  create(document: unknown, compression: TaskCompression | null = null): void {
    this.#enter("create", "created");
    const parsed = TaskHandoff.safeParse(document);
    this.#document = document;
    this.#handoff = parsed.success ? parsed.data : null;
    this.#attemptId = this.#log.newId();
    this.#recordHandoff("create", {
      ...(parsed.success ? { handoff: parsed.data, handoff_tokens: taskHandoffTokens(parsed.data) } : {}),
      ...(compression ? { compression: { ...compression } } : {}),
    });
  }

  /** Validates the handoff. @param earlier handoffs sent before, to avoid repetitions. */
  validate(earlier: readonly TaskHandoff[] = []): Finding[] {
    this.#check("validate");
    const findings = validateTaskHandoff(this.#document, { earlier });
    const accepted = isAccepted(findings);
    this.#state = accepted ? "valid" : "refused";
    this.#recordHandoff("validate", { accepted, findings: findings.map(withoutSentences) });
    return findings;
  }

  /**
   * Estimates the tokens of the task: the handoff, and what the agent reads and writes besides.
   *
   * @param contextTokens tokens of the named files, the agent's own instructions, and its output.
   */
  estimate(contextTokens: number): number {
    this.#enter("estimate", "estimated");
    const estimated = taskHandoffTokens(this.#document) + contextTokens;
    this.#recordHandoff("estimate", { estimated_tokens: estimated });
    return estimated;
  }

  /** Sends the handoff. @returns the handoff for the agent. */
  send(): TaskHandoff {
    this.#enter("send", "sent");
    this.#recordHandoff("send", {});
    return this.#sent("send");
  }

  /** Records the response. @param document a task response of any kind. */
  respond(document: unknown): void {
    this.#enter("respond", "answered");
    const parsed = TaskResponse.safeParse(document);
    this.#answer = document;
    this.#recordResponse("respond", parsed.success ? { response: parsed.data } : {});
  }

  /** Validates the response against the sent handoff. */
  validateResponse(): Finding[] {
    this.#check("validateResponse");
    const findings = validateTaskResponse(this.#answer, { handoffs: [this.#sent("validateResponse")] });
    const accepted = isAccepted(findings);
    this.#state = accepted ? "answer_valid" : "answer_refused";
    this.#recordResponse("validate", { accepted, findings: findings.map(withoutSentences) });
    return findings;
  }

  /** Adds the returned interfaces to the hub. */
  updateHub(hub: AgentContextHub): HubUpdate {
    this.#enter("updateHub", "done");
    const update = hub.update(TaskResponse.parse(this.#answer));
    this.#recordResponse("update_hub", {
      added_interfaces: [...update.added],
      conflicting_interfaces: update.conflicts.map(({ name }) => name),
    });
    return update;
  }

  #check(step: TaskStep): void {
    if (!ALLOWED[step].includes(this.#state)) throw new IllegalTaskStep(step, this.#state);
  }

  #enter(step: TaskStep, state: TaskState): void {
    this.#check(step);
    this.#state = state;
  }

  /** Returns the handoff; the state guarantees that it is valid. */
  #sent(step: TaskStep): TaskHandoff {
    if (!this.#handoff) throw new IllegalTaskStep(step, this.#state);
    return this.#handoff;
  }

  #recordHandoff(step: NonNullable<TaskHandoffEvent["step"]>, details: Partial<TaskHandoffEvent>): void {
    this.#log.record({ event_type: "task_handoff", ...this.#describe(), step, ...details });
  }

  #recordResponse(step: NonNullable<TaskResponseEvent["step"]>, details: Partial<TaskResponseEvent>): void {
    this.#log.record({ event_type: "task_response", ...this.#describe(), step, ...details });
  }

  #describe() {
    const { sessionId, workflowId } = this.#log;
    return {
      event_id: this.#log.newId(),
      session_id: sessionId,
      ...(workflowId === undefined ? {} : { workflow_id: workflowId }),
      timestamp: new Date(this.#log.now()).toISOString(),
      ...(this.#handoff ? { task_id: this.#handoff.taskId } : {}),
      attempt_id: this.#attemptId,
    };
  }
}

function isAccepted(findings: readonly Finding[]): boolean {
  return findings.every(({ severity }) => severity !== "error");
}

function withoutSentences({ code, severity, path }: Finding): Pick<Finding, "code" | "severity" | "path"> {
  return { code, severity, path };
}
