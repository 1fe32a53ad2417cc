import type { Handoff } from "../scoping/handoff";

/** The formats of messages, by name. */
export const MESSAGE_FORMATS = [
  "openai-agents",
  "openai-chat",
  "langchain",
  "ai-sdk",
  "ai-sdk-ui",
  "anthropic",
] as const;
export type MessageFormatName = (typeof MESSAGE_FORMATS)[number];

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
