import { readClaudeCodeParts } from "./claude-code-parts";
import { readCodexExecParts, readCodexParts } from "./codex-parts";
import type { ConversationLine } from "./conversation-line";
import { readCopilotParts } from "./copilot-parts";
import { readGeminiParts, readQwenParts } from "./gemini-parts";
import { readOpencodeParts } from "./opencode-parts";

const READERS: Readonly<Record<string, (json: unknown) => ConversationLine[]>> = {
  claude_code: readClaudeCodeParts,
  codex: readCodexParts,
  codex_exec: readCodexExecParts,
  copilot: readCopilotParts,
  gemini: readGeminiParts,
  opencode: readOpencodeParts,
  qwen: readQwenParts,
};

/**
 * Reads what a stored line says, in order: messages, reasoning, calls of tools and their results. Accepts any JSON
 * value and never throws.
 *
 * @param eventType of the line's first record; it starts with the name of the client.
 * @returns nothing for lines without messages, and for clients whose lines have none.
 */
export function readConversation(eventType: string, json: unknown): ConversationLine[] {
  return (readerOf(eventType)?.(json) ?? []).filter(({ parts }) => parts.length > 0);
}

/** Returns true if the lines of a client, which the type of an event names, have messages. */
export function hasConversation(eventType: string): boolean {
  return readerOf(eventType) !== undefined;
}

function readerOf(eventType: string) {
  const client = eventType.split(".", 1)[0] ?? "";
  return Object.hasOwn(READERS, client) ? READERS[client] : undefined;
}
