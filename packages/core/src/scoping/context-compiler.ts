import type { ContextHandoffEvent } from "../session/context-handoff";
import type { PolicySeenEvent } from "../session/policy-seen";
import { countTokens } from "../tokens/count-tokens";
import type { CompiledPolicy } from "./compile-policy";
import type { CapturedContent } from "./describe-handoff";
import type { Handoff } from "./handoff";
import { type HandoffContext, RESERVED_PART_NAMES, type ScopedContext } from "./handoff-context";
import { plainJson } from "./plain-json";
import { scopeContext, scopeContextWith } from "./scope-context";
import type { Summarizer } from "./summarize";

/** What an agent is about to be given. */
export interface CompileRequest {
  /** The agent that receives the context. */
  readonly agentId: string;
  /** The agent that hands over; without one there is no handoff, and nothing is scoped. */
  readonly fromAgentId?: string | null;
  readonly originalInput?: unknown;
  /** Agent id → what that agent produced. */
  readonly priorOutputs?: Record<string, unknown>;
  readonly observations?: readonly unknown[];
  /** Further parts (`memories`, `artifacts` …), by name. */
  readonly furtherParts?: Record<string, unknown>;
  readonly workflowId?: string;
  /** The model that the receiver runs on: savings are priced by it. */
  readonly toModel?: string;
}

export interface CompiledContext {
  /** Scoped where there was a handoff; shares what nothing was removed from with the request. */
  readonly context: ScopedContext | HandoffContext;
  /** Size of the context after all processors, in tokens (`cl100k_base`) of its compact JSON. */
  readonly totalTokens: number;
  /** The event that was written, if one was to be. */
  readonly event: ContextHandoffEvent | null;
}

/** A step of the pipeline: is given a context that is scoped already, and gives the one that goes on. */
export type ContextProcessor = (
  context: ScopedContext | HandoffContext,
  request: CompileRequest,
) => ScopedContext | HandoffContext | Promise<ScopedContext | HandoffContext>;

/** What a session's file is written through; `SessionWriter` of `@baton/core/node` is one. */
export type WriteSessionEvent = (
  event: ContextHandoffEvent | PolicySeenEvent,
  content: CapturedContent | null,
) => Promise<void> | void;

export interface ContextCompilerOptions {
  readonly policy: CompiledPolicy;
  readonly sessionId: string;
  readonly write: WriteSessionEvent;
  /** Milliseconds since 1970. */
  now(): number;
  /** Gives a new event id: a UUID, best of version 7. */
  newId(): string;
  /** A clock in microseconds, of any beginning, for `duration_us`. */
  readonly microseconds?: () => number;
  /** Is told what went wrong, in words without content. */
  log?(message: string): void;
  readonly processors?: readonly ContextProcessor[];
  /** Without one summaries are extractive. */
  readonly summarizer?: Summarizer;
  readonly outlineKey?: string;
  readonly capturesContent?: boolean;
  readonly freezes?: boolean;
}

/**
 * Puts together what an agent is given, for one session: scopes the context by the policy, writes the event down, runs the
 * processors, counts.
 *
 * Pure but for what it is given: it writes through `write`, and reads the time from `now`. A failure of scoping or of writing
 * never stops the workflow: it is logged, and what is blocked stays blocked.
 */
export class ContextCompiler {
  readonly #options: ContextCompilerOptions;
  readonly #announced = new Set<string>();
  #policy: CompiledPolicy;

  constructor(options: ContextCompilerOptions) {
    this.#options = options;
    this.#policy = options.policy;
  }

  /** From the next handoff on another policy is in force; those under way end with the one they began with. */
  adoptPolicy(policy: CompiledPolicy): void {
    this.#policy = policy;
  }

  async compileForAgent(request: CompileRequest): Promise<CompiledContext> {
    const { context: passed, event } = await this.#handOver(request);
    let context = passed;
    for (const process of this.#options.processors ?? []) context = await process(context, request);
    return { context, totalTokens: countContext(context), event };
  }

  async #handOver(request: CompileRequest): Promise<Omit<CompiledContext, "totalTokens">> {
    const context = contextOf(request);
    if (request.fromAgentId === undefined || request.fromAgentId === null) return { context, event: null };
    const policy = this.#policy;
    const options = this.#options;
    const handoff: Handoff = {
      from: request.fromAgentId,
      to: request.agentId,
      context,
      sessionId: options.sessionId,
      workflowId: request.workflowId,
      toModel: request.toModel,
      now: options.now(),
      newId: () => options.newId(),
      microseconds: options.microseconds,
      outlineKey: options.outlineKey,
      capturesContent: options.capturesContent,
      freezes: options.freezes,
    };
    const { summarizer } = options;
    const result = summarizer
      ? await scopeContextWith(summarizer, policy, handoff)
      : scopeContext(policy, handoff);
    if (result.event !== null) await this.#record(policy, result.event, result.content);
    return { context: result.scoped, event: result.event };
  }

  async #record(
    policy: CompiledPolicy,
    event: ContextHandoffEvent,
    content: CapturedContent | null,
  ): Promise<void> {
    const { log, write } = this.#options;
    const isFailure =
      event.scoping_state === "fallback_minus_blocked" || event.scoping_state === "denied_error";
    if (isFailure) log?.(`${event.from_agent_id} → ${event.to_agent_id}: ${event.audit_note}`);
    try {
      await this.#announce(policy, event);
      await write(event, content);
    } catch {
      log?.(`${event.from_agent_id} → ${event.to_agent_id}: the event could not be written`);
    }
  }

  /** Writes once per version which policy the session's handoffs are judged by. */
  async #announce(policy: CompiledPolicy, { timestamp }: ContextHandoffEvent): Promise<void> {
    if (policy.version === null || policy.section === null || this.#announced.has(policy.version)) return;
    this.#announced.add(policy.version);
    const { newId, sessionId, write } = this.#options;
    const seen: PolicySeenEvent = {
      event_type: "policy_seen",
      event_id: newId(),
      session_id: sessionId,
      timestamp,
      policy_version: policy.version,
      policy: policy.section,
      switch: policy.switch,
    };
    try {
      await write(seen, null);
    } catch (error) {
      this.#announced.delete(policy.version);
      throw error;
    }
  }
}

function contextOf(request: CompileRequest): HandoffContext {
  const standardParts = {
    prior_outputs: request.priorOutputs ?? {},
    observations: request.observations ?? [],
    original_input: request.originalInput ?? null,
  };
  return { ...standardParts, ...request.furtherParts, ...standardParts };
}

function countContext(context: HandoffContext): number {
  const parts = Object.entries(context).filter(([name]) => !RESERVED_PART_NAMES.includes(name));
  return countTokens(plainJson(Object.fromEntries(parts)));
}
