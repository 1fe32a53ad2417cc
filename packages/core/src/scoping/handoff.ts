import type { HandoffContext } from "./handoff-context";

/** A handoff as far as it decides what passes. */
export interface HandoffPair {
  readonly from: string;
  readonly to: string;
  readonly context: HandoffContext;
  /** Milliseconds since 1970: rules that have expired by then count as absent. */
  readonly now: number;
  /**
   * Whether the caller parsed the context from JSON itself, so that it is known to be plain
   * data. Nothing then looks for accessors, symbols, classes and the like, and what passes whole
   * is not visited at all: several times as fast.
   */
  readonly isParsedJson?: boolean | undefined;
}

/** A handoff, and what its event needs beside the context. */
export interface Handoff extends HandoffPair {
  readonly sessionId: string;
  readonly workflowId?: string | undefined;
  /** The model that the receiver runs on: savings are priced by it. */
  readonly toModel?: string | undefined;
  /** Gives a new event id: a UUID, best of version 7. */
  newId(): string;
  /** A clock in microseconds, of any beginning; without one the event does not say how long scoping took. */
  readonly microseconds?: (() => number) | undefined;
  /** With a key, long strings of the outline have a keyed digest, by which the same text is known again. */
  readonly outlineKey?: string | undefined;
  /** Whether the content is to be kept beside the session, without what is blocked. */
  readonly capturesContent?: boolean | undefined;
  /**
   * Whether to freeze what is handed over, at every depth, so that writing to what is shared throws. For
   * development: it freezes the shared subtrees of the input too.
   */
  readonly freezes?: boolean | undefined;
}
