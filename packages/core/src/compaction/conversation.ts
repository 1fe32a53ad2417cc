/** Speaker of a message; tool results have none. */
export type Speaker = "user" | "assistant" | "tool";

/** A tool call, with the inputs that readers may search later. */
export interface ToolCall {
  readonly tool: string;
  /** A shell command. */
  readonly command?: string;
  /** The file that was read or written. */
  readonly path?: string;
}

/** A message, from any host. */
export interface ConversationMessage {
  readonly speaker: Speaker;
  /** The text of the message; for a tool result, all of it. */
  readonly text: string;
  readonly calls?: readonly ToolCall[];
}
