import { type ChatMessage, readText, toolCallsOf, writeText } from "@baton/example-session";
import { type AgentInputItem, protocol } from "@openai/agents";

/**
 * Converts messages of the SDK to runtime-independent ones: a text and the calls after it are one message.
 * Omits items that Baton cannot check, so they do not pass.
 */
export function readItems(items: readonly AgentInputItem[]): ChatMessage[] {
  const messages: ChatMessage[] = [];
  for (const message of items.flatMap(readItem)) {
    const last = messages.at(-1);
    const isCall = message.role === "assistant" && message.tool_calls !== undefined;
    if (!isCall || last?.role !== "assistant") messages.push(message);
    else
      messages[messages.length - 1] = {
        ...last,
        tool_calls: [...toolCallsOf(last), ...toolCallsOf(message)],
      };
  }
  return messages;
}

function readItem(item: AgentInputItem): ChatMessage[] {
  if (item.type === "function_call") {
    const call = { id: item.callId, name: item.name, args: readText(item.arguments) };
    return [{ role: "assistant", content: "", tool_calls: [call] }];
  }
  if (item.type === "function_call_result") {
    return [{ role: "tool", tool_call_id: item.callId, content: readContent(item.output) }];
  }
  if (item.type !== undefined && item.type !== "message") return [];
  return "role" in item ? [{ role: item.role, content: readContent(item.content) }] : [];
}

/** Converts runtime-independent messages to the SDK's. */
export function writeItems(messages: readonly ChatMessage[]): AgentInputItem[] {
  const calls = messages.flatMap(toolCallsOf);
  return messages.flatMap((message): AgentInputItem[] => {
    if (message.role === "tool") {
      const name = calls.find(({ id }) => id === message.tool_call_id)?.name ?? "";
      const output = writeText(message.content);
      return [
        { type: "function_call_result", callId: message.tool_call_id, name, status: "completed", output },
      ];
    }
    const hasText = message.content !== "" || toolCallsOf(message).length === 0;
    return [
      ...(hasText ? [writeMessage(message.role, message.content)] : []),
      ...toolCallsOf(message).map(
        ({ id, name, args }): AgentInputItem => ({
          type: "function_call",
          callId: id,
          name,
          arguments: writeText(args),
          status: "completed",
        }),
      ),
    ];
  });
}

function writeMessage(role: "user" | "system" | "assistant", content: unknown): AgentInputItem {
  // Pictures and files are in a list of parts, which passes unchanged.
  const message = protocol.UserMessageItem.safeParse({ role, content });
  if (message.success && message.data.content.length > 0) return message.data;
  const text = writeText(content);
  if (role !== "assistant") return { role, content: text };
  return { role, status: "completed", content: [{ type: "output_text", text }] };
}

/** Returns the text of the parts; the parts themselves if one of them is not a text. */
function readContent(content: unknown): unknown {
  if (typeof content === "string") return readText(content);
  const texts = (Array.isArray(content) ? content : [content]).map(textOf);
  return texts.every((text) => text !== null) ? readText(texts.join("")) : content;
}

function textOf(part: unknown): string | null {
  if (typeof part !== "object" || part === null) return null;
  const isText = "text" in part && typeof part.text === "string";
  return isText ? String(part.text) : null;
}
