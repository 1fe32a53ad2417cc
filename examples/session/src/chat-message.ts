import { z } from "zod";

const ToolCall = z.object({ id: z.string(), name: z.string(), args: z.unknown() });

/**
 * A message in a runtime-independent format. `content` and `args` are a text, or the JSON value in the text:
 * a policy applies to fields, which texts lack.
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

/** Returns the object or list in a JSON text; other texts unchanged. */
export function readText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : text;
  } catch {
    return text;
  }
}

/** Reverses {@link readText}. */
export function writeText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** Returns the tool calls of a message. */
export function toolCallsOf(message: ChatMessage) {
  return message.role === "assistant" ? (message.tool_calls ?? []) : [];
}
