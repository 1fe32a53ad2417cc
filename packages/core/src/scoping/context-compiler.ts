import { splitCallInput } from "../messages/call-input";
import type { MessageHandoff } from "../messages/message-handoff";
import { type ScopedMessages, scopeMessages } from "../messages/scope-messages";
import { withheldNote } from "../messages/withheld-note";
import { switchSetting } from "../policy/switch-setting";
import type { ContextHandoffEvent } from "../session/context-handoff";
import type { PolicySeenEvent } from "../session/policy-seen";
import { countTokens } from "../tokens/count-tokens";
import { attempt } from "./attempt";
import type { BlockedFields } from "./blocked-fields";
import type { CompiledPolicy } from "./compile-policy";
import type { CapturedContent } from "./describe-handoff";
import type { Handoff } from "./handoff";
import { type HandoffContext, RESERVED_PART_NAMES, type ScopedContext } from "./handoff-context";
import { findTerms } from "./handoff-terms";
import { plainJson } from "./plain-json";
import { policyFor } from "./policy-for";
import { RemovedPaths } from "./removed-paths";
import { type ScopingResult, scopeContext, scopeContextWith } from "./scope-context";
import { BlockedStripper } from "./strip-blocked";
import type { Summarizer } from "./summarize";

/** A request for an agent's context. */
export interface CompileRequest {
  /** The agent that receives the context. */
  readonly agentId: string;
  /** The sender. Without a sender, this is not a handoff and nothing is scoped. */
  readonly fromAgentId?: string | null;
  readonly originalInput?: unknown;
  /** Agent ID → output of that agent. */
  readonly priorOutputs?: Record<string, unknown>;
  readonly observations?: readonly unknown[];
  /** Further parts (`memories`, `artifacts` …), by name. */
  readonly furtherParts?: Record<string, unknown>;
  readonly workflowId?: string;
  /** The model of the receiver, which prices savings. */
  readonly toModel?: string;
}

/** A request for an agent's messages. */
export interface MessageRequest<Message = unknown>
  extends Pick<MessageHandoff<Message>, "messages" | "format" | "authors" | "workflowId" | "toModel"> {
  /** The agent that receives the messages. */
  readonly agentId: string;
  readonly fromAgentId: string;
}

/** A call of an agent as a tool. */
export interface AgentCall extends Pick<MessageHandoff, "workflowId" | "toModel"> {
  readonly agentId: string;
  readonly fromAgentId: string;
}

/** The result for an agent. */
export interface HandedOver {
  /** Scoped if there was a handoff. Shares unchanged parts with the request. */
  readonly context: ScopedContext | HandoffContext;
  /** The event to write, if any. */
  readonly event: ContextHandoffEvent | null;
  /**
   * The reason why a content rule refuses the handoff: then nothing passes. Give it to the sender, which can act on it.
   * Null if none does.
   */
  readonly refusal: string | null;
}

export interface CompiledContext extends HandedOver {
  /** Size of the context after all processors, in tokens (`cl100k_base`) of its compact JSON. */
  readonly totalTokens: number;
}

/** A step of the pipeline: receives a scoped context, and returns the next one. */
export type ContextProcessor = (
  context: ScopedContext | HandoffContext,
  request: CompileRequest,
) => ScopedContext | HandoffContext | Promise<ScopedContext | HandoffContext>;

/** Writes to a session file, like `SessionWriter` of `@baton/core/node`. */
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
  /** Returns a new event ID: a UUID, preferably version 7. */
  newId(): string;
  /** A clock in microseconds with any start, for `duration_us`. */
  readonly microseconds?: () => number;
  /** Receives error messages without content. */
  log?(message: string): void;
  readonly processors?: readonly ContextProcessor[];
  /** Without one, summaries are extractive. */
  readonly summarizer?: Summarizer;
  readonly outlineKey?: string;
  readonly capturesContent?: boolean;
  readonly freezes?: boolean;
}

/**
 * Compiles an agent's context in one session: scopes it by the policy, writes the event, runs the processors,
 * and counts.
 *
 * Pure apart from its dependencies: it writes through `write`, and reads the time from `now`. A failure of
 * scoping or writing never stops the workflow: it is logged, and blocked fields stay blocked.
 */
export class ContextCompiler {
  readonly #options: ContextCompilerOptions;
  readonly #announced = new Set<string>();
  #policy: CompiledPolicy;

  constructor(options: ContextCompilerOptions) {
    this.#options = options;
    this.#policy = options.policy;
  }

  /** Uses another policy from the next handoff on; current handoffs keep theirs. */
  adoptPolicy(policy: CompiledPolicy): void {
    this.#policy = policy;
  }

  /** Scopes, waits until the event is written, runs the processors, counts. */
  async compileForAgent(request: CompileRequest): Promise<CompiledContext> {
    const policy = this.#policyFor(request);
    const handoff = this.#handoffOf(request);
    const { summarizer } = this.#options;
    const result =
      handoff && summarizer
        ? await scopeContextWith(summarizer, policy, handoff)
        : scopeRequest(policy, handoff, request);
    await this.#record(policy, result);
    let context = result.scoped;
    for (const process of this.#options.processors ?? []) context = await process(context, request);
    return { context, totalTokens: countContext(context), event: result.event, refusal: result.refusal };
  }

  /**
   * Scopes synchronously, for runtimes that do not wait: summaries are extractive, no processors run, and the
   * event is written in the background, in the order of the calls.
   */
  handOver(request: CompileRequest): HandedOver {
    const policy = this.#policyFor(request);
    const result = scopeRequest(policy, this.#handoffOf(request), request);
    void this.#record(policy, result);
    return { context: result.scoped, event: result.event, refusal: result.refusal };
  }

  /**
   * Scopes a history of messages (`scopeMessages`). Synchronous, like {@link handOver}: the event is written in
   * the background.
   */
  scopeMessages<Message>(request: MessageRequest<Message>): ScopedMessages<Message> {
    const policy = this.#policyFor(request);
    const result = this.#scopeHistory(request);
    void this.#record(policy, result);
    return result;
  }

  #scopeHistory<Message>(request: MessageRequest<Message>): ScopedMessages<Message> {
    const { agentId: to, fromAgentId: from, ...history } = request;
    return scopeMessages(this.#policy, { ...history, from, to, ...this.#terms() });
  }

  /** Returns the version that decides a handoff. */
  #policyFor({ workflowId }: Pick<CompileRequest, "workflowId">): CompiledPolicy {
    return policyFor(this.#policy, { sessionId: this.#options.sessionId, workflowId });
  }

  /**
   * Scopes the input of an agent that is called as a tool, and records the handoff. The longest text of an object is the
   * prompt, and the rest are fields of the request: allowed lists do not apply.
   *
   * @param input a text or a JSON value.
   * @returns the input in the same form. If nothing passes, a note in place of the prompt; if a content rule refuses the
   * call, `refusal` has the reason, and the agent must not be called.
   */
  scopeCall(call: AgentCall, input: unknown): { input: unknown; refusal: string | null } {
    const policy = this.#policyFor(call);
    if (switchSetting(policy.switch) === "off") return { input, refusal: null };
    const { blocked } = findTerms(policy, {
      from: call.fromAgentId,
      to: call.agentId,
      now: this.#options.now(),
    });
    const isEnforced = switchSetting(policy.switch) === "enforce";
    const { messages, join } = splitCallInput(input, (field) => isEnforced && blocksField(blocked, field));
    const scoped = this.scopeMessages({ ...call, messages, format: "openai-chat" });
    return { input: join(scoped), refusal: scoped.refusal };
  }

  /**
   * Scopes the answer of an agent that was called as a tool, and records the handoff. Its fields are those of the agent's
   * output.
   *
   * @param answer a text or a JSON value.
   * @param options.isRecorded false for a part of an answer that is still being written.
   * @returns the answer in the same form; a note if nothing passes.
   */
  scopeAnswer(call: AgentCall, answer: unknown, { isRecorded = true } = {}): unknown {
    const content = typeof answer === "string" ? answer : plainJson(answer);
    const message = { role: "assistant", name: call.fromAgentId, content };
    const request = { ...call, messages: [message], format: "openai-chat" as const };
    const { messages, refusal } = isRecorded ? this.scopeMessages(request) : this.#scopeHistory(request);
    const [left] = messages;
    if (!left?.content) return withheldNote(refusal);
    return typeof answer === "string" ? left.content : JSON.parse(left.content);
  }

  /**
   * Records a handoff that a runtime makes without asking, with what the policy would have removed.
   *
   * @param reason a clause without content: the reason why the policy cannot apply.
   */
  recordUngoverned({ reason, ...request }: MessageRequest & { readonly reason: string }): void {
    const decider = this.#policyFor(request);
    if (switchSetting(decider.switch) === "off") return;
    const policy = { ...decider, switch: { enabled: false, observe: true } };
    const { agentId: to, fromAgentId: from, ...history } = request;
    const { event, content } = scopeMessages(policy, { ...history, from, to, ...this.#terms() });
    const note = [`Not governed: ${reason}`, event?.audit_note].filter(Boolean).join("; ");
    void this.#record(decider, { event: event && { ...event, audit_note: note }, content });
  }

  #handoffOf(request: CompileRequest): Handoff | null {
    const { agentId: to, fromAgentId: from, workflowId, toModel } = request;
    if (from === undefined || from === null) return null;
    return { from, to, context: contextOf(request), workflowId, toModel, ...this.#terms() };
  }

  /** Returns what all handoffs of the session have in common. */
  #terms() {
    const options = this.#options;
    return {
      sessionId: options.sessionId,
      now: options.now(),
      newId: () => options.newId(),
      microseconds: options.microseconds,
      outlineKey: options.outlineKey,
      capturesContent: options.capturesContent,
      freezes: options.freezes,
    };
  }

  /**
   * Writes the event, and before the first event of a version its policy: both are in progress when this
   * returns.
   */
  async #record(
    policy: CompiledPolicy,
    { event, content }: Pick<ScopingResult, "event" | "content">,
  ): Promise<void> {
    if (event === null) return;
    const isFailure =
      event.scoping_state === "fallback_minus_blocked" || event.scoping_state === "denied_error";
    if (isFailure) this.#log(event, `${event.audit_note}`);
    try {
      await Promise.all([this.#announce(policy, event), this.#write(event, content)]);
    } catch (error) {
      // Only the code: messages of the file system name paths.
      const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
      this.#log(event, `the event could not be written${code}`);
    }
  }

  /** Records the policy of the session's handoffs, once per version. */
  async #announce(policy: CompiledPolicy, { timestamp }: ContextHandoffEvent): Promise<void> {
    if (policy.version === null || policy.section === null || this.#announced.has(policy.version)) return;
    this.#announced.add(policy.version);
    try {
      await this.#write({
        event_type: "policy_seen",
        event_id: this.#options.newId(),
        session_id: this.#options.sessionId,
        timestamp,
        policy_version: policy.version,
        policy: policy.section,
        switch: policy.switch,
      });
    } catch (error) {
      this.#announced.delete(policy.version);
      throw error;
    }
  }

  async #write(
    event: ContextHandoffEvent | PolicySeenEvent,
    content: CapturedContent | null = null,
  ): Promise<void> {
    await this.#options.write(event, content);
  }

  #log(event: ContextHandoffEvent, message: string): void {
    attempt(() => this.#options.log?.(`${event.from_agent_id} → ${event.to_agent_id}: ${message}`));
  }
}

function blocksField(blocked: BlockedFields, field: string): boolean {
  const stripper = new BlockedStripper(new RemovedPaths());
  const kept = stripper.strip({ [field]: "" }, "original_input", blocked, blocked.top, (leaf) => leaf);
  return typeof kept !== "object" || kept === null || !Object.hasOwn(kept, field);
}

function scopeRequest(
  policy: CompiledPolicy,
  handoff: Handoff | null,
  request: CompileRequest,
): ScopingResult {
  return handoff === null
    ? { scoped: contextOf(request), event: null, content: null, refusal: null }
    : scopeContext(policy, handoff);
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
