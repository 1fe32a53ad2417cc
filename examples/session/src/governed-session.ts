import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type HandoffContext, scopeContext } from "@baton/core";
import { v7 as uuidv7 } from "uuid";
import type { GoverningPolicy } from "./read-policy";

export interface SessionOptions {
  readonly policy: GoverningPolicy;
  /** The folder that Baton follows: lines go to `sessions/{sessionId}.jsonl` in it. */
  readonly folder: string;
  readonly sessionId: string;
  /** Whether to keep what was handed over, without what is blocked, in `sessions/contexts/{sha256}.json`. */
  readonly capturesContent?: boolean;
}

/** One run of a workflow: scopes each of its handoffs, and writes each down. */
export class GovernedSession {
  readonly #options: SessionOptions;
  readonly #file: string;

  constructor(options: SessionOptions) {
    this.#options = options;
    const sessions = join(options.folder, "sessions");
    mkdirSync(sessions, { recursive: true });
    this.#file = join(sessions, `${options.sessionId}.jsonl`);
    this.#announcePolicy();
  }

  /**
   * Decides what passes from one agent to the next, and appends the event.
   *
   * @param context plain JSON data; never changed. What is handed over may share parts with it.
   * @returns what the receiver gets; the context itself, the same reference, where the switch is off or observes.
   */
  handOver(from: string, to: string, context: HandoffContext): HandoffContext {
    const { policy, sessionId, capturesContent } = this.#options;
    const { scoped, event, content } = scopeContext(policy.compiled, {
      from,
      to,
      context,
      sessionId,
      capturesContent,
      now: Date.now(),
      newId: uuidv7,
      microseconds: () => Math.round(performance.now() * 1_000),
    });
    if (content) this.#keep(content.sha256, content.json);
    if (event) this.#append(event);
    return scoped;
  }

  #announcePolicy() {
    const { compiled, section } = this.#options.policy;
    if (section === null) return;
    this.#append({
      event_type: "policy_seen",
      event_id: uuidv7(),
      session_id: this.#options.sessionId,
      timestamp: new Date().toISOString(),
      policy_version: compiled.version,
      policy: section,
      switch: compiled.switch,
    });
  }

  #append(event: object) {
    appendFileSync(this.#file, `${JSON.stringify(event)}\n`);
  }

  #keep(sha256: string, json: string) {
    const contexts = join(this.#options.folder, "sessions", "contexts");
    mkdirSync(contexts, { recursive: true });
    writeFileSync(join(contexts, `${sha256}.json`), json);
  }
}
