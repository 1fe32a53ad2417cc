import { z } from "zod";
import {
  type ConversationLine,
  type ConversationPart,
  conversationLine,
  saidByAgent,
  saidByUser,
  thought,
  toText,
} from "./conversation-line";
import { data, text } from "./written-values";

const Line = z.looseObject({
  type: z.string(),
  agentId: text,
  data: z
    .looseObject({
      content: text,
      message: text,
      parentToolCallId: text,
      toolCallId: text,
      toolName: text,
      arguments: data,
      success: z.boolean().nullish().catch(null),
      result: z.looseObject({ content: data }).nullish().catch(null),
      error: z.looseObject({ message: text }).nullish().catch(null),
    })
    .catch({}),
});

/** Reads what a line of GitHub Copilot CLI's `events.jsonl` says. */
export function readCopilotParts(json: unknown): ConversationLine[] {
  const { data: line } = Line.safeParse(json);
  if (!line) return [];
  const agentId = line.agentId ?? line.data.parentToolCallId ?? null;
  return [conversationLine(readEvent(line), { agentId })];
}

function readEvent({ type, data: event }: z.infer<typeof Line>): ConversationPart[] {
  const { content, toolCallId: callId = null } = event;
  switch (type) {
    case "user.message":
      return saidByUser(content ?? "");
    case "assistant.message":
      return saidByAgent(content ?? "");
    case "assistant.reasoning":
      return thought(content ?? "");
    case "system.message":
      return content ? [{ kind: "context", text: content }] : [];
    case "tool.execution_start":
      return [{ kind: "call", callId, tool: event.toolName ?? "unknown", input: toText(event.arguments) }];
    case "tool.execution_complete": {
      const output = toText(event.result?.content ?? event.error?.message);
      return [{ kind: "result", callId, output, isError: event.success === false }];
    }
    case "session.error":
      return [{ kind: "error", text: event.message || type }];
    default:
      return [];
  }
}
