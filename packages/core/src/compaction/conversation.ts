/** Speaker of a message; tool results have none. */
export type Speaker = "user" | "assistant" | "tool";

/** A call of a tool: what of its input a person would look for afterwards. */
export interface ToolCall {
  readonly tool: string;
  /** A command of a shell. */
  readonly command?: string;
  /** The file that was read or written. */
  readonly path?: string;
}

/** A message, from any host. */
export interface ConversationMessage {
  readonly speaker: Speaker;
  /** Its words; for a tool result, all of it. */
  readonly text: string;
  readonly calls?: readonly ToolCall[];
}
