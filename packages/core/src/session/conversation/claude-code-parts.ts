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
  withImages,
} from "./conversation-line";
import { readImages, type WrittenImage } from "./written-images";

const text = z.string().optional().catch(undefined);
const Thinking = z.looseObject({ thinking: text });
/** Inputs keep values of any type. */
const Input = z.looseObject({ message: z.looseObject({ content: z.array(z.unknown()) }) });
const RawBlock = z.looseObject({ input: z.unknown().optional(), content: z.unknown().optional() });

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
  const say: Say = (said, images) => {
    if (line.isApiErrorMessage) return [{ kind: "error", text: said }];
    if (isAdded) return said.trim() === "" ? [] : [{ kind: "context", text: said }];
    return isFromUser ? saidByUser(said, images) : saidByAgent(said, images);
  };
  if (typeof message.content === "string") return say(message.content);
  const raw = Input.safeParse(json).data?.message.content ?? [];
  return joinImages((message.content ?? []).flatMap((block, index) => readBlock(block, raw[index], say)));
}

type Say = (text: string, images?: readonly WrittenImage[]) => ConversationPart[];

/** Joins messages that are only images with the message before or after them: a person sent them together. */
function joinImages(parts: readonly ConversationPart[]): ConversationPart[] {
  const joined: ConversationPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const [before, after] = [last, part].map((each) => (each?.kind === "message" ? each : undefined));
    if (before && after && (before.text === "" || after.text === "")) {
      const images = [...(before.images ?? []), ...(after.images ?? [])];
      joined[joined.length - 1] = { ...before, text: before.text || after.text, images };
    } else {
      joined.push(part);
    }
  }
  return joined;
}

function readBlock(block: Block, raw: unknown, say: Say): ConversationPart[] {
  switch (block.type) {
    case "text":
      return say(block.text ?? "");
    case "thinking":
      return thought(Thinking.safeParse(block).data?.thinking ?? "");
    case "tool_use": {
      const input = toText(RawBlock.safeParse(raw).data?.input);
      return [{ kind: "call", callId: block.id ?? null, tool: block.name ?? "unknown", input }];
    }
    case "tool_result": {
      const content = RawBlock.safeParse(raw).data?.content;
      const output = contentText(content) || (Array.isArray(content) ? otherTypes(content) : "");
      const images = withImages(readImages(content));
      return [
        {
          kind: "result",
          callId: block.tool_use_id ?? null,
          output,
          ...images,
          isError: block.is_error ?? false,
        },
      ];
    }
    case "image":
      return say("", readImages([raw]));
    case "document":
      return say(`[${block.type}]`);
    default:
      return [];
  }
}

/** Names what a result without text consists of, besides images. */
function otherTypes(content: readonly unknown[]): string {
  return content
    .map((each) => z.looseObject({ type: z.string() }).safeParse(each).data?.type ?? "data")
    .filter((type) => type !== "image")
    .map((type) => `[${type}]`)
    .join(" ");
}
