import { type ContextCompilerOptions, type HandoffContext, scopeContext } from "@baton/core";

/**
 * Hands over in one step, for runtimes that do not wait: what `ContextCompiler` does, but for summaries by a model. Lines are
 * written in their order, in the background.
 */
export class HandoffRecorder {
  readonly #options: ContextCompilerOptions;
  #isAnnounced = false;

  constructor(options: ContextCompilerOptions) {
    this.#options = options;
  }

  /**
   * Decides what passes from one agent to the next, and writes the event.
   *
   * @returns the context itself, the same reference, where the switch is off or observes.
   */
  handOver(from: string, to: string, context: HandoffContext): HandoffContext {
    const options = this.#options;
    const handoff = { ...options, from, to, context, now: options.now() };
    const { scoped, event, content } = scopeContext(options.policy, handoff);
    if (event) this.#announcePolicy();
    if (event) this.#write(event, content);
    return scoped;
  }

  #announcePolicy() {
    const { policy, sessionId, newId, now } = this.#options;
    if (this.#isAnnounced || policy.section === null || policy.version === null) return;
    this.#isAnnounced = true;
    const seen = {
      event_type: "policy_seen" as const,
      event_id: newId(),
      session_id: sessionId,
      timestamp: new Date(now()).toISOString(),
      policy_version: policy.version,
      policy: policy.section,
      switch: policy.switch,
    };
    this.#write(seen, null);
  }

  #write(...line: Parameters<ContextCompilerOptions["write"]>) {
    const { write, log } = this.#options;
    Promise.resolve(write(...line)).catch(() => log?.("An event could not be written"));
  }
}
