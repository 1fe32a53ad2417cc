import { z } from "zod";
import { countTokens } from "../tokens/count-tokens";
import type { CompactionTrigger } from "./compaction";
import { MAIN_AGENT } from "./main-agent";
import type { RecordsResult } from "./read-records";
import {
  handoffFacts,
  type SessionRecord,
  sessionRecord,
  type UsageFacts,
  usageFacts,
} from "./session-record";
import { TokenCount, WrittenTokenCount } from "./token-count";

/** The tools that start a subagent: `Task`, in newer versions `Agent`. */
const DELEGATING_TOOLS = new Set(["Task", "Agent"]);

const TITLE_LENGTH = 200;

const text = z.string().optional().catch(undefined);
const count = WrittenTokenCount.catch(0).default(0);

const Usage = z.object({
  input_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
  output_tokens: count,
});

const Block = z.looseObject({
  type: text,
  id: text,
  name: text,
  text,
  tool_use_id: text,
  input: z.looseObject({ prompt: text, subagent_type: text }).optional().catch(undefined),
});
export type Block = z.infer<typeof Block>;

const Message = z.looseObject({
  id: text,
  model: text,
  content: z
    .union([z.string(), z.array(Block.catch({}))])
    .optional()
    .catch(undefined),
  usage: Usage.optional().catch(undefined),
});

const CompactMetadata = z.looseObject({
  trigger: text,
  preTokens: TokenCount.optional().catch(undefined),
  pre_tokens: TokenCount.optional().catch(undefined),
  postTokens: TokenCount.optional().catch(undefined),
  post_tokens: TokenCount.optional().catch(undefined),
});

const ToolUseResult = z.looseObject({
  status: text,
  prompt: text,
  agentId: text,
  content: z.unknown(),
  totalTokens: TokenCount.optional().catch(undefined),
});

/**
 * Versions of the tool differ in nearly every field, so each is read by itself and what does not fit is left
 * out: a line is never refused for one odd field.
 */
export const TranscriptLine = z.looseObject({
  type: text,
  subtype: text,
  uuid: text,
  parentUuid: text,
  sessionId: text,
  agentId: text,
  isSidechain: z.boolean().optional().catch(undefined),
  timestamp: text,
  requestId: text,
  level: text,
  summary: text,
  isMeta: z.boolean().optional().catch(undefined),
  isCompactSummary: z.boolean().optional().catch(undefined),
  isApiErrorMessage: z.boolean().optional().catch(undefined),
  message: Message.optional().catch(undefined),
  compactMetadata: CompactMetadata.optional().catch(undefined),
  compact_metadata: CompactMetadata.optional().catch(undefined),
  toolUseResult: ToolUseResult.optional().catch(undefined),
});
export type TranscriptLine = z.infer<typeof TranscriptLine>;

/**
 * Turns one parsed line of a Claude Code transcript into records: first the line itself, then each call of a
 * subagent (a handoff to it, with the caller's context at that moment and the tokens of the prompt) and each
 * return (a handoff back, from the subagent's total to the size of its result). Progress lines repeat the
 * usage of others and are never counted.
 *
 * @param json one line, parsed.
 * @returns the records, or why the line is none of a transcript (`not_an_event`).
 */
export function readClaudeCodeLine(json: unknown): RecordsResult {
  const parsed = TranscriptLine.safeParse(json);
  if (!parsed.success || Array.isArray(json)) {
    return {
      ok: false,
      problem: { code: "not_an_event", message: "the line is JSON but no object" },
    };
  }
  const line = parsed.data;
  if (line.type === undefined && line.message === undefined) {
    return {
      ok: false,
      problem: { code: "not_an_event", message: "the object has neither a type nor a message" },
    };
  }
  return { ok: true, records: [readLine(line), ...readCalls(line), ...readReturns(line)] };
}

function readLine(line: TranscriptLine): SessionRecord {
  const type = line.type ?? "message";
  return sessionRecord({
    ...readOrigin(line),
    eventType: `claude_code.${line.subtype ? `${type}.${line.subtype}` : type}`,
    identity: line.uuid ?? null,
    title: readTitle(line),
    usage: readUsage(line),
    compaction: readCompaction(line),
    compactionSummary: readCompactionSummary(line),
    isError: line.isApiErrorMessage === true || line.level === "error",
  });
}

function readOrigin(line: TranscriptLine): Pick<SessionRecord, "sessionId" | "timestamp"> {
  return { sessionId: line.sessionId ?? null, timestamp: line.timestamp ?? null };
}

function readUsage(line: TranscriptLine): UsageFacts | null {
  const usage = line.message?.usage;
  if (!usage || line.type === "progress") return null;
  return usageFacts({
    key: line.message?.id ?? line.requestId ?? line.uuid ?? null,
    agent: line.agentId ?? MAIN_AGENT,
    model: line.message?.model ?? null,
    inputTokens: usage.input_tokens,
    cacheCreationTokens: usage.cache_creation_input_tokens,
    cacheReadTokens: usage.cache_read_input_tokens,
    outputTokens: usage.output_tokens,
  });
}

export function readCompaction(line: TranscriptLine): SessionRecord["compaction"] {
  if (line.subtype !== "compact_boundary") return null;
  const metadata = line.compactMetadata ?? line.compact_metadata;
  return {
    agent: line.agentId ?? MAIN_AGENT,
    agentId: line.agentId ?? null,
    trigger: readTrigger(metadata?.trigger),
    beforeTokens: metadata?.preTokens ?? metadata?.pre_tokens ?? null,
    afterTokens: metadata?.postTokens ?? metadata?.post_tokens ?? null,
    preserved: [],
    summary: null,
    loss: null,
  };
}

function readTrigger(trigger: string | undefined): CompactionTrigger | null {
  return trigger === "auto" || trigger === "manual" ? trigger : null;
}

function readCompactionSummary(line: TranscriptLine): SessionRecord["compactionSummary"] {
  const summary = contentText(line.message?.content);
  if (line.isCompactSummary !== true || !line.parentUuid || summary === "") return null;
  return { compactionIdentity: line.parentUuid, summary };
}

function readTitle(line: TranscriptLine): string | null {
  if (line.type === "summary") return line.summary?.slice(0, TITLE_LENGTH) ?? null;
  const isFromUser = line.type === "user" && !line.isMeta && !line.isCompactSummary && !line.agentId;
  const spoken = isFromUser ? contentText(line.message?.content).trim() : "";
  // Text that begins with a tag or a bracket was put in by the tool: commands, their output, interruptions.
  return spoken === "" || /^[<[]/.test(spoken) ? null : spoken.slice(0, TITLE_LENGTH);
}

function readCalls(line: TranscriptLine): SessionRecord[] {
  const usage = line.message?.usage;
  return blocks(line.message?.content)
    .filter((block) => block.type === "tool_use" && DELEGATING_TOOLS.has(block.name ?? ""))
    .map((block) =>
      sessionRecord({
        ...readOrigin(line),
        eventType: "claude_code.delegation",
        identity: block.id ? `${block.id}:call` : null,
        handoff: handoffFacts({
          kind: "delegation",
          fromAgent: line.agentId ?? MAIN_AGENT,
          toAgent: block.input?.subagent_type || "unknown",
          beforeTokens: usage
            ? usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens
            : null,
          measureBefore: usage ? "provider" : null,
          afterTokens: block.input?.prompt === undefined ? null : countTokens(block.input.prompt),
          measureAfter: block.input?.prompt === undefined ? null : "counted",
        }),
      }),
    );
}

function readReturns(line: TranscriptLine): SessionRecord[] {
  const result = line.toolUseResult;
  // Every tool's result may stand here; only a subagent's names an agent or sums up its tokens.
  if (!result || (result.agentId === undefined && result.totalTokens === undefined)) return [];
  const answered = blocks(line.message?.content).find((block) => block.type === "tool_result")?.tool_use_id;
  if (!answered) return [];
  const content = contentText(result.content);
  return [
    sessionRecord({
      ...readOrigin(line),
      eventType: "claude_code.return",
      identity: `${answered}:return`,
      isError: result.status === "error" || result.status === "failed",
      handoff: handoffFacts({
        kind: "return",
        fromAgent: "unknown",
        toAgent: line.agentId ?? MAIN_AGENT,
        beforeTokens: result.totalTokens ?? null,
        measureBefore: result.totalTokens === undefined ? null : "provider",
        afterTokens: result.content === undefined ? null : countTokens(content),
        measureAfter: result.content === undefined ? null : "counted",
        answersIdentity: `${answered}:call`,
      }),
    }),
  ];
}

export function blocks(content: string | Block[] | undefined): Block[] {
  return Array.isArray(content) ? content : [];
}

const TextBlocks = z.union([z.string(), z.array(z.looseObject({ text }).catch({}))]);

/** The words of a message: its text, or those of its text blocks, a line each. */
export function contentText(content: unknown): string {
  const parsed = TextBlocks.safeParse(content);
  if (!parsed.success) return "";
  if (typeof parsed.data === "string") return parsed.data;
  return parsed.data.flatMap((block) => block.text ?? []).join("\n");
}
