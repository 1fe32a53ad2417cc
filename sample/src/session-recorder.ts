import { type ContextHandoffEvent, type HandoffContext, scopeContext } from "@baton/core";
import { v7 } from "uuid";
import type { PolicyInForce } from "./policies";
import type { Random } from "./random";
import { type SampleFile, toJsonLines } from "./sample-file";

interface SessionOptions {
  random: Random;
  workflowId: string;
  policy: PolicyInForce;
  startedAt: number;
  /** Stores the contexts of handoffs next to the session. */
  capturesContent?: boolean;
}

/**
 * Records the events of one session as an orchestrator does. The core decides handoffs and writes their
 * events. Times are in milliseconds since 1970.
 */
export class SessionRecorder {
  readonly sessionId: string;
  readonly workflowId: string;
  readonly startedAt: number;
  readonly #capturesContent: boolean;
  /** Texts with their hash, which names the file. */
  readonly #contents = new Map<string, string>();
  readonly #random: Random;
  readonly #policy: PolicyInForce;
  readonly #events: { event_type: string; timestamp: string }[] = [];

  constructor({ random, workflowId, policy, startedAt, capturesContent = false }: SessionOptions) {
    const stamp = new Date(startedAt).toISOString().replaceAll(/[-:]/g, "");
    this.sessionId = `session_${stamp.slice(0, 8)}_${stamp.slice(9, 15)}_${random.hex(8)}`;
    this.workflowId = workflowId;
    this.startedAt = startedAt;
    this.#capturesContent = capturesContent;
    this.#random = random;
    this.#policy = policy;
  }

  /** Records an event of the orchestrator itself, which Baton stores unchanged. */
  note(at: number, event_type: string, fields: Record<string, unknown> = {}): void {
    const ids = { event_id: this.newId(at), session_id: this.sessionId, workflow_id: this.workflowId };
    this.#events.push({ event_type, ...ids, timestamp: new Date(at).toISOString(), ...fields });
  }

  /** Reports the policy of the session, as Baton's library does. */
  announce(at: number): void {
    const event = { event_type: "policy_seen", event_id: this.newId(at), session_id: this.sessionId };
    this.#events.push({ ...event, timestamp: new Date(at).toISOString(), ...this.#policy.announcement });
  }

  /** Records an event of Baton's library. */
  keep(event: { event_type: string; timestamp?: string | null }): void {
    this.#events.push({ ...event, timestamp: event.timestamp ?? "" });
  }

  /** Returns a UUID of version 7 (RFC 9562) for an event. */
  newId(at: number): string {
    return v7({ msecs: at, random: this.#random.bytes(16) });
  }

  /** Scopes a context by the policy, and records the event of the core. */
  handOver(
    at: number,
    handoff: { from: string; to: string; toModel: string; context: HandoffContext },
  ): void {
    const { sessionId, workflowId } = this;
    const newId = () => this.newId(at);
    const { event, content } = scopeContext(this.#policy.compiled, {
      ...handoff,
      now: at,
      sessionId,
      workflowId,
      newId,
      capturesContent: this.#capturesContent,
    });
    if (event) this.keep(event);
    if (content) this.#contents.set(content.sha256, content.json);
  }

  /** Records a handoff that the core decided for another session, with rules that are the same in this policy. */
  repeat(at: number, event: ContextHandoffEvent): void {
    const repeated: ContextHandoffEvent = {
      ...event,
      event_id: this.newId(at),
      session_id: this.sessionId,
      workflow_id: this.workflowId,
      timestamp: new Date(at).toISOString(),
      policy_version: this.#policy.version,
    };
    this.keep(repeated);
  }

  /** Returns the events by time. */
  toEvents(): object[] {
    return this.#events.toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
  }

  /** Returns the session's file. */
  toFile(): SampleFile {
    return { path: `sessions/${this.sessionId}.jsonl`, content: toJsonLines(this.toEvents()) };
  }

  /** Returns the files of captured contexts. */
  toContents(): SampleFile[] {
    return [...this.#contents].map(([sha256, content]) => ({
      path: `sessions/contexts/${sha256}.json`,
      content,
    }));
  }
}
