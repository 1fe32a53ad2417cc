import { z } from "zod";

const ToolCall = z.object({ id: z.string(), name: z.string(), args: z.unknown() });

/**
 * A message in a shape that belongs to no runtime. `content` and `args` are the text, or the value that the text holds
 * as JSON: a policy speaks of fields, and in a text there are none.
 */
export const ChatMessage = z.discriminatedUnion("role", [
  z.strictObject({ role: z.enum(["user", "system"]), content: z.unknown() }),
  z.strictObject({
    role: z.literal("assistant"),
    content: z.unknown(),
    tool_calls: z.array(ToolCall).optional(),
  }),
  z.strictObject({ role: z.literal("tool"), tool_call_id: z.string(), content: z.unknown() }),
]);
export type ChatMessage = z.infer<typeof ChatMessage>;

/** The object or list that a text holds as JSON; the text itself where it holds none. */
export function readText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : text;
  } catch {
    return text;
  }
}

/** The opposite of {@link readText}. */
export function writeText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/**
 * The messages that say something, with the tool calls that have their results and the other way round: providers refuse a
 * conversation that has one without the other.
 */
export function keepWholePairs(messages: readonly ChatMessage[]): ChatMessage[] {
  const calls = new Set(messages.flatMap((message) => toolCallsOf(message).map(({ id }) => id)));
  const results = new Set(
    messages.flatMap((message) => (message.role === "tool" ? message.tool_call_id : [])),
  );
  return messages.flatMap((message): ChatMessage[] => {
    if (message.role === "tool") return calls.has(message.tool_call_id) ? [message] : [];
    const { role, content } = message;
    const answered = toolCallsOf(message).filter(({ id }) => results.has(id));
    if (role === "assistant" && answered.length > 0) return [{ role, content, tool_calls: answered }];
    return content === "" ? [] : [{ role, content }];
  });
}

/** The tool calls that a message makes. */
export function toolCallsOf(message: ChatMessage) {
  return message.role === "assistant" ? (message.tool_calls ?? []) : [];
}
