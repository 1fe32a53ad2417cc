import { isObject } from "../is-object";
import { aiSdk, aiSdkUi } from "./formats/ai-sdk";
import { anthropic } from "./formats/anthropic";
import { langChain } from "./formats/langchain";
import { openAiAgents } from "./formats/openai-agents";
import { openAiChat } from "./formats/openai-chat";
import type { MessageFormatName } from "./message-handoff";
import type { MessageFormat } from "./message-slot";

const BY_NAME: Readonly<Record<MessageFormatName, MessageFormat>> = {
  "openai-agents": openAiAgents,
  "openai-chat": openAiChat,
  langchain: langChain,
  "ai-sdk": aiSdk,
  "ai-sdk-ui": aiSdkUi,
  anthropic,
};

/** Returns the format of a name. */
export function formatNamed(name: MessageFormatName): MessageFormat {
  return BY_NAME[name];
}

/**
 * Finds the format of a history: the one that reads the most of it. Several formats share messages such as a
 * plain text.
 */
export function detectFormat(messages: readonly unknown[]): MessageFormatName {
  let best: MessageFormatName = "openai-chat";
  let most = -1;
  for (const name of DETECTION_ORDER) {
    const unread = messages.filter((message) => !isFullyRead(BY_NAME[name], message)).length;
    if (most !== -1 && unread >= most) continue;
    most = unread;
    best = name;
  }
  return best;
}

/** The first of equal formats wins. */
const DETECTION_ORDER: readonly MessageFormatName[] = [
  "openai-chat",
  "openai-agents",
  "ai-sdk",
  "anthropic",
  "langchain",
  "ai-sdk-ui",
];

/** Returns true if a format knows every part of a message, and its keys of tools and content. */
function isFullyRead(format: MessageFormat, message: unknown): boolean {
  if (!isObject(message)) return false;
  const read = format.read(message);
  return (
    read?.slots.every(({ kind, name }) => kind !== "unknown" && !(kind === "extra" && isTelling(name))) ??
    false
  );
}

function isTelling(key: string | null): boolean {
  return key === "tool_calls" || key === "tool_call_id" || key === "parts";
}
