/** Who said something in a conversation; what a tool gave back was said by nobody. */
export type Speaker = "user" | "assistant" | "tool";

/** A call of a tool: what of its input a person would look for afterwards. */
export interface ToolCall {
  readonly tool: string;
  /** A command of a shell. */
  readonly command?: string;
  /** The file that was read or written. */
  readonly path?: string;
}

/** One message, whatever host wrote it. */
export interface ConversationMessage {
  readonly speaker: Speaker;
  /** Its words; of a tool's result the whole of it. */
  readonly text: string;
  readonly calls?: readonly ToolCall[];
}
