import { z } from "zod";
import type { ConversationMessage, ToolCall } from "../compaction/conversation";
import { type Block, blocks, contentText, TranscriptLine } from "./claude-code-line";
import { readCompaction } from "./claude-code-transcript";
import type { CompactionFacts } from "./session-record";

/** A compaction that a transcript tells of, with the text that took the conversation's place. */
export interface TranscriptCompaction
  extends Pick<CompactionFacts, "trigger" | "beforeTokens" | "afterTokens"> {
  /** How many of the transcript's messages, from its first on, were said before it. */
  readonly messagesBefore: number;
  /** Null where the transcript holds none. */
  readonly summary: string | null;
}

export interface TranscriptConversation {
  /**
   * What the user, the main agent and its tools said, in file order; subagents and summaries are left out.
   */
  readonly messages: readonly ConversationMessage[];
  readonly compactions: readonly TranscriptCompaction[];
}

/**
 * Reads the conversation of a Claude Code transcript line by line: what was said,
 * and the compactions, as far as it was read.
 */
export class ClaudeCodeConversation implements TranscriptConversation {
  readonly messages: ConversationMessage[] = [];
  readonly compactions: TranscriptCompaction[] = [];

  /** @param json the next line of the file, parsed; what is no line of a transcript is passed over. */
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
