import { type CompiledPolicy, type HandoffContext, scopeContext } from "@baton/core";
import { eventId } from "./identifier";
import type { PolicyInForce } from "./policies";
import type { Random } from "./random";
import { type SampleFile, toJsonLines } from "./sample-file";

interface RecordedEvent {
  event_type: string;
  timestamp: string;
  [field: string]: unknown;
}

/**
 * Plays the part of an orchestrator: keeps the events of one session, as they would be appended to its file.
 * Handoffs are decided and written down by the policy core; nothing of their events is made up here.
 */
export class SessionRecorder {
  readonly sessionId: string;
  readonly workflowId: string;
  readonly #random: Random;
  readonly #events: RecordedEvent[] = [];

  constructor(session: { sessionId: string; workflowId: string; random: Random }) {
    this.sessionId = session.sessionId;
    this.workflowId = session.workflowId;
    this.#random = session.random;
  }

  /**
   * Notes an event of the orchestrator's own, which Baton keeps as it is. `at` is in milliseconds since 1970.
   */
  note(at: number, eventType: string, fields: Record<string, unknown> = {}): void {
    this.#events.push({
      event_type: eventType,
      event_id: this.newId(at),
      session_id: this.sessionId,
      workflow_id: this.workflowId,
      timestamp: new Date(at).toISOString(),
      ...fields,
    });
  }

  /** Says by which policy the session's handoffs are judged, as Baton's library says it. */
  announce(at: number, announcement: PolicyInForce["announcement"]): void {
    const event = {
      event_type: "policy_seen",
      event_id: this.newId(at),
      session_id: this.sessionId,
      timestamp: new Date(at).toISOString(),
      ...announcement,
    };
    this.keep(event);
  }

  /** Keeps an event that Baton's own library wrote. */
  keep(event: { event_type: string; timestamp?: string | null }): void {
    this.#events.push({ ...event, timestamp: event.timestamp ?? "" });
  }

  /** An id for an event at `milliseconds` since 1970. */
  newId(milliseconds: number): string {
    return eventId(this.#random, milliseconds);
  }

  /** Hands a context over under a policy, and notes the event that the policy core gives, if any. */
  handOver(
    policy: CompiledPolicy,
    handoff: { at: number; from: string; to: string; toModel: string; context: HandoffContext },
  ): void {
    const { event } = scopeContext(policy, {
      from: handoff.from,
      to: handoff.to,
      context: handoff.context,
      now: handoff.at,
      sessionId: this.sessionId,
      workflowId: this.workflowId,
      toModel: handoff.toModel,
      newId: () => this.newId(handoff.at),
    });
    if (event) this.keep(event);
  }

  /** The session's file, its events in the order of their times. */
  toFile(): SampleFile {
    const events = this.#events.toSorted((a, b) =>
      a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0,
    );
    return { path: `sessions/${this.sessionId}.jsonl`, content: toJsonLines(events) };
  }
}
