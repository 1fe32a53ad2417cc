import { type HandoffContext, scopeContext } from "@baton/core";
import { v7 } from "uuid";
import type { PolicyInForce } from "./policies";
import type { Random } from "./random";
import { type SampleFile, toJsonLines } from "./sample-file";

interface SessionOptions {
  random: Random;
  workflowId: string;
  policy: PolicyInForce;
  startedAt: number;
}

/**
 * Records the events of one session as an orchestrator does. The core decides handoffs and writes their
 * events. Times are in milliseconds since 1970.
 */
export class SessionRecorder {
  readonly sessionId: string;
  readonly workflowId: string;
  readonly #random: Random;
  readonly #policy: PolicyInForce;
  readonly #events: { event_type: string; timestamp: string }[] = [];

  constructor({ random, workflowId, policy, startedAt }: SessionOptions) {
    const stamp = new Date(startedAt).toISOString().replaceAll(/[-:]/g, "");
    this.sessionId = `session_${stamp.slice(0, 8)}_${stamp.slice(9, 15)}_${random.hex(8)}`;
    this.workflowId = workflowId;
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
    const { event } = scopeContext(this.#policy.compiled, {
      ...handoff,
      now: at,
      sessionId,
      workflowId,
      newId,
    });
    if (event) this.keep(event);
  }

  /** Returns the session's file, with its events by time. */
  toFile(): SampleFile {
    const events = this.#events.toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
    return { path: `sessions/${this.sessionId}.jsonl`, content: toJsonLines(events) };
  }
}
