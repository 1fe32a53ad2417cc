import { type ChatMessage, readText, toolCallsOf, writeText } from "@baton/example-session";
import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";

/** Converts a LangChain message, which is a class instance, to plain data independent of a runtime. */
export function readMessage(message: BaseMessage): ChatMessage {
  const content = message.text === "" ? "" : readText(message.text);
  if (ToolMessage.isInstance(message)) return { role: "tool", tool_call_id: message.tool_call_id, content };
  if (!AIMessage.isInstance(message)) {
    return { role: SystemMessage.isInstance(message) ? "system" : "user", content };
  }
  const calls = (message.tool_calls ?? []).map(({ id = "", name, args }) => ({ id, name, args }));
  return { role: "assistant", content, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
}

/** Converts a runtime-independent message to LangChain's. */
export function writeMessage(message: ChatMessage): BaseMessage {
  const content = writeText(message.content);
  switch (message.role) {
    case "tool":
      return new ToolMessage({ content, tool_call_id: message.tool_call_id });
    case "user":
      return new HumanMessage(content);
    case "system":
      return new SystemMessage(content);
    case "assistant":
      return new AIMessage({
        content,
        tool_calls: toolCallsOf(message).map(({ id, name, args }) => ({ id, name, args: toArguments(args) })),
      });
  }
}

function toArguments(args: unknown): Record<string, unknown> {
  return typeof args === "object" && args !== null ? { ...args } : {};
}
