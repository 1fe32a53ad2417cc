import { z } from "zod";
import type { ConversationMessage, ToolCall } from "../compaction/conversation";
import { type Block, blocks, contentText, TranscriptLine } from "./claude-code-line";
import { readCompaction } from "./claude-code-transcript";
import type { CompactionFacts } from "./session-record";

/** A compaction in a transcript, with the text that replaced the conversation. */
export interface TranscriptCompaction
  extends Pick<CompactionFacts, "trigger" | "beforeTokens" | "afterTokens"> {
  /** Number of the transcript's messages before it. */
  readonly messagesBefore: number;
  /** Null if the transcript has none. */
  readonly summary: string | null;
}

export interface TranscriptConversation {
  /** Messages of the user, the main agent and its tools, in file order, without subagents and summaries. */
  readonly messages: readonly ConversationMessage[];
  readonly compactions: readonly TranscriptCompaction[];
}

/** Reads the conversation of a Claude Code transcript line by line: messages and compactions so far. */
export class ClaudeCodeConversation implements TranscriptConversation {
  readonly messages: ConversationMessage[] = [];
  readonly compactions: TranscriptCompaction[] = [];

  /** @param json the next parsed line; other lines are ignored. */
  add(json: unknown): void {
    const parsed = TranscriptLine.safeParse(json);
    if (!parsed.success || parsed.data.isSidechain || parsed.data.agentId !== undefined) return;
    const line = parsed.data;
    const compaction = readCompaction(line);
    const last = this.compactions.at(-1);
    if (compaction) {
      const { trigger, beforeTokens, afterTokens } = compaction;
      const messagesBefore = this.messages.length;
      this.compactions.push({ trigger, beforeTokens, afterTokens, messagesBefore, summary: null });
    } else if (line.isCompactSummary) {
      if (last) this.compactions.splice(-1, 1, { ...last, summary: contentText(line.message?.content) });
    } else if (!line.isMeta) {
      for (const message of readMessages(line)) this.messages.push(message);
    }
  }
}

/**
 * Reads the conversation of a Claude Code transcript.
 *
 * @param lines the lines of the file, parsed, in their order.
 */
export function readClaudeCodeConversation(lines: Iterable<unknown>): TranscriptConversation {
  const conversation = new ClaudeCodeConversation();
  for (const json of lines) conversation.add(json);
  return conversation;
}

function readMessages(line: TranscriptLine): ConversationMessage[] {
  if (line.type !== "user" && line.type !== "assistant") return [];
  const content = blocks(line.message?.content);
  const text = contentText(line.message?.content);
  const results = content.filter(({ type }) => type === "tool_result").map(readResult);
  const calls = content.filter(({ type }) => type === "tool_use").map(readCall);
  if (text.trim() === "" && calls.length === 0) return results;
  return [{ speaker: line.type, text, ...(calls.length > 0 ? { calls } : {}) }, ...results];
}

function readResult(block: Block): ConversationMessage {
  return { speaker: "tool", text: contentText(block.content) };
}

const text = z.string().optional().catch(undefined);
const CallInput = z
  .looseObject({ command: text, file_path: text, notebook_path: text, path: text })
  .catch({});

function readCall({ name, input }: Block): ToolCall {
  const { command, file_path, notebook_path, path } = CallInput.parse(input ?? {});
  const file = file_path ?? notebook_path ?? path;
  return {
    tool: name ?? "unknown",
    ...(command === undefined ? {} : { command }),
    ...(file === undefined ? {} : { path: file }),
  };
}
