import { z } from "zod";

const ToolCall = z.object({ id: z.string(), name: z.string(), args: z.unknown() });

/**
 * A message in a shape that belongs to no runtime. `content` and `args` are the text, or the value that the
 * text holds as JSON: a policy speaks of fields, and in a text there are none.
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

/** The tool calls that a message makes. */
export function toolCallsOf(message: ChatMessage) {
  return message.role === "assistant" ? (message.tool_calls ?? []) : [];
}
