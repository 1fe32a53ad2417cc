import type { Handoff } from "../scoping/handoff";
import type { ScopingState } from "../scoping/outcome";
import type { RemovedPaths } from "../scoping/removed-paths";
import type { HistoryTerms } from "./filter-history";
import type { MessageFormatName } from "./message-formats";
import type { History } from "./read-history";

/** A handoff whose context is a history of messages. */
export interface MessageHandoff<Message = unknown> extends Omit<Handoff, "context"> {
  readonly messages: readonly Message[];
  /** Found by the messages if it is not given. */
  readonly format?: MessageFormatName | undefined;
  /**
   * The agent of each message; null for messages of the user and the system. By default, the name in a message
   * counts. An agent's message without a name counts as the sender's.
   */
  readonly authors?: readonly (string | null)[] | undefined;
}

/** A history with the result of scoping. */
export interface HistoryOutcome {
  readonly history: History;
  readonly terms: HistoryTerms;
  readonly removed: RemovedPaths;
  /** The rest of each message, in order; `REMOVED` if nothing is. */
  readonly left: readonly unknown[];
  readonly state: ScopingState;
  /** Sentences for the auditor, without content. */
  readonly notes: readonly string[];
}
