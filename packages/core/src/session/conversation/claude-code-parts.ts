import { z } from "zod";
import { type Block, contentText, readAgent, TranscriptLine } from "../claude-code-line";
import {
  type ConversationLine,
  type ConversationPart,
  conversationLine,
  saidByAgent,
  saidByUser,
  thought,
  toText,
} from "./conversation-line";

const text = z.string().optional().catch(undefined);
const Thinking = z.looseObject({ thinking: text });
/** Inputs keep values of any type. */
const Input = z.looseObject({ message: z.looseObject({ content: z.array(z.unknown()) }) });
const InputBlock = z.looseObject({ input: z.unknown().optional() });

/**
 * Reads what a line of a Claude Code transcript, or of its stream, says. Skips lines that repeat others
 * (progress, queue operations, the result of a stream).
 */
export function readClaudeCodeParts(json: unknown): ConversationLine[] {
  const { data: line } = TranscriptLine.safeParse(json);
  if (!line) return [];
  const { agent, agentId } = readAgent(line);
  const known = agent === "unknown" || agentId === null ? null : agent;
  return [conversationLine(readParts(line, json), { agentId, agent: known })];
}

function readParts(line: TranscriptLine, json: unknown): ConversationPart[] {
  const { type = "message", subtype, message, attachment, content = "" } = line;
  if (type === "attachment") return saidByUser(attachment?.prompt ?? "");
  if (type === "system" && subtype !== "compact_boundary") {
    if (line.level === "error") return [{ kind: "error", text: content || "error" }];
    return content.trim() === "" ? [] : [{ kind: "context", text: content }];
  }
  if (type === "result") return line.is_error ? [{ kind: "error", text: subtype ?? "error" }] : [];
  if (!message || !["user", "assistant", "message"].includes(type)) return [];
  const isFromUser = type === "user" || message.role === "user";
  const isAdded = line.isMeta === true || line.isCompactSummary === true;
  const say = (said: string): ConversationPart[] => {
    if (line.isApiErrorMessage) return [{ kind: "error", text: said }];
    if (isAdded) return said.trim() === "" ? [] : [{ kind: "context", text: said }];
    return isFromUser ? saidByUser(said) : saidByAgent(said);
  };
  if (typeof message.content === "string") return say(message.content);
  const raw = Input.safeParse(json).data?.message.content ?? [];
  return (message.content ?? []).flatMap((block, index) => readBlock(block, raw[index], say));
}

function readBlock(
  block: Block,
  raw: unknown,
  say: (text: string) => ConversationPart[],
): ConversationPart[] {
  switch (block.type) {
    case "text":
      return say(block.text ?? "");
    case "thinking":
      return thought(Thinking.safeParse(block).data?.thinking ?? "");
    case "tool_use": {
      const input = toText(InputBlock.safeParse(raw).data?.input);
      return [{ kind: "call", callId: block.id ?? null, tool: block.name ?? "unknown", input }];
    }
    case "tool_result": {
      const output =
        contentText(block.content) || (Array.isArray(block.content) ? imagesOf(block.content) : "");
      return [
        { kind: "result", callId: block.tool_use_id ?? null, output, isError: block.is_error ?? false },
      ];
    }
    case "image":
    case "document":
      return say(`[${block.type}]`);
    default:
      return [];
  }
}

/** Names what a result without text consists of. */
function imagesOf(content: readonly unknown[]): string {
  return content
    .map((each) => `[${z.looseObject({ type: z.string() }).safeParse(each).data?.type ?? "data"}]`)
    .join(" ");
}
