import type { CallTokens } from "./model-call";

/** A request in a form common to all APIs. */
export interface ModelRequest {
  model: string;
  isStreamed: boolean;
  /** The system prompt. */
  instructions: string;
  /** The user messages in order, without tool results. */
  spoken: string[];
  session: string | null;
}

export interface ToolCall {
  tool: string;
  /** Codex groups its tools. */
  namespace?: string;
  input: Record<string, unknown>;
}

/** A response in a form common to all APIs. */
export interface ModelAnswer {
  id: string;
  model: string;
  text: string | null;
  calls: readonly ToolCall[];
  tokens: CallTokens;
}

/** One event of a stream; the name is missing in formats without names. */
export interface StreamEvent {
  name?: string;
  data: unknown;
}

/** A provider's form of requests and responses. */
export interface WireFormat {
  /** The end of the API's address. */
  path: string;
  writesCache: boolean;
  /** @throws {import("zod").ZodError} if the request does not fit this API. */
  readRequest(body: unknown): ModelRequest;
  writeAnswer(answer: ModelAnswer): unknown;
  writeStream(answer: ModelAnswer): StreamEvent[];
  writeError(message: string): unknown;
}

/** Returns the text of a message; text parts are joined by newlines. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((part: unknown) => (hasText(part) ? [part.text] : [])).join("\n");
}

function hasText(part: unknown): part is { text: string } {
  return typeof part === "object" && part !== null && "text" in part && typeof part.text === "string";
}
