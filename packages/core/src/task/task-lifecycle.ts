import type { Finding } from "../finding";
import type { TaskHandoffEvent, TaskResponseEvent } from "../session/task";
import type { AgentContextHub, HubUpdate } from "./agent-context-hub";
import type { TaskCompression } from "./compress-task-handoff";
import { TaskHandoff, TaskResponse, taskHandoffTokens } from "./task-handoff";
import { validateTaskHandoff } from "./validate-task-handoff";
import { validateTaskResponse } from "./validate-task-response";

export type TaskEvent = TaskHandoffEvent | TaskResponseEvent;

/** Where a task stands between two steps. */
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
 * The states in which each step may be taken. A refused handoff is created anew, and so is one whose agent
 * never answered or whose task needs rework.
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

/** A step that was taken out of its order, which is a mistake of the program that takes it. */
export class IllegalTaskStep extends Error {
  override name = "IllegalTaskStep";

  constructor(
    readonly step: TaskStep,
    readonly state: TaskState,
  ) {
    super(
      `The step ${step} was taken while the task is ${state}; it may be taken while it is ${ALLOWED[step].join(", ")}.`,
    );
  }
}

/** What a lifecycle needs of the world: who it is, what time it is, and where events go. */
export interface TaskLog {
  readonly sessionId: string;
  readonly workflowId?: string;
  /** Milliseconds since 1970. */
  now(): number;
  newId(): string;
  /** Takes each event as it happens, to be appended to the session's file. */
  record(event: TaskEvent): void;
}

/**
 * One task on its way: create → validate → estimate → send → respond → validate → update hub. Each step is
 * recorded as an event, and a step out of order throws `IllegalTaskStep` and changes nothing. What a
 * judgement says decides which step comes next: a handoff or an answer with an error goes no further.
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

  /** How far the task has come. */
  get state(): TaskState {
    return this.#state;
  }

  /**
   * Begins a handoff.
   *
   * @param document a task handoff, of whatever kind: what it lacks, `validate` says.
   * @param compression what `compressTaskHandoff` made of it, if it did.
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

  /** Judges the handoff. @param earlier what was sent before, so that nothing is said twice. */
  validate(earlier: readonly TaskHandoff[] = []): Finding[] {
    this.#check("validate");
    const findings = validateTaskHandoff(this.#document, { earlier });
    const accepted = isAccepted(findings);
    this.#state = accepted ? "valid" : "refused";
    this.#recordHandoff("validate", { accepted, findings: findings.map(withoutSentences) });
    return findings;
  }

  /**
   * Estimates what the task will use, in tokens: the handoff, and what the agent has to take in beside it.
   *
   * @param contextTokens tokens of the files that the handoff names and of the agent's
   *   own instructions, and what it will write.
   */
  estimate(contextTokens: number): number {
    this.#enter("estimate", "estimated");
    const estimated = taskHandoffTokens(this.#document) + contextTokens;
    this.#recordHandoff("estimate", { estimated_tokens: estimated });
    return estimated;
  }

  /** Gives the handoff away. @returns what the agent gets. */
  send(): TaskHandoff {
    this.#enter("send", "sent");
    this.#recordHandoff("send", {});
    return this.#sent("send");
  }

  /** Takes what came back. @param document a task response, of whatever kind. */
  respond(document: unknown): void {
    this.#enter("respond", "answered");
    const parsed = TaskResponse.safeParse(document);
    this.#answer = document;
    this.#recordResponse("respond", parsed.success ? { response: parsed.data } : {});
  }

  /** Judges what came back, against the handoff that was sent. */
  validateResponse(): Finding[] {
    this.#check("validateResponse");
    const findings = validateTaskResponse(this.#answer, { handoffs: [this.#sent("validateResponse")] });
    const accepted = isAccepted(findings);
    this.#state = accepted ? "answer_valid" : "answer_refused";
    this.#recordResponse("validate", { accepted, findings: findings.map(withoutSentences) });
    return findings;
  }

  /** Gives the interfaces that came back to the hub. */
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

  /** The handoff of a state that only a valid one can reach. */
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
