import type { HandoffContext } from "./handoff-context";

/** The properties of a handoff that decide what passes. */
export interface HandoffPair {
  readonly from: string;
  readonly to: string;
  readonly context: HandoffContext;
  /** Milliseconds since 1970: rules that have expired by then count as absent. */
  readonly now: number;
  /**
   * True if the caller parsed the context from JSON, so that it is known to be plain data. Then nothing looks
   * for accessors, symbols or classes, and unrestricted parts are not visited: several times as fast.
   */
  readonly isParsedJson?: boolean | undefined;
}

/** A handoff with the data for its event. */
export interface Handoff extends HandoffPair {
  readonly sessionId: string;
  readonly workflowId?: string | undefined;
  /** The model of the receiver, which prices savings. */
  readonly toModel?: string | undefined;
  /** Returns a new event ID: a UUID, preferably version 7. */
  newId(): string;
  /** A clock in microseconds with any start; without one, the event has no duration. */
  readonly microseconds?: (() => number) | undefined;
  /** With a key, long strings of the outline have a keyed digest, which identifies equal texts. */
  readonly outlineKey?: string | undefined;
  /** Stores the content next to the session, without blocked fields. */
  readonly capturesContent?: boolean | undefined;
  /**
   * Freezes the result at every depth, so that writing to shared data throws. For development: it also
   * freezes the shared subtrees of the input.
   */
  readonly freezes?: boolean | undefined;
}
