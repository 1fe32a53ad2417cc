import { z } from "zod";
import { countTokens } from "../tokens/count-tokens";
import { recallOpening } from "./claude-code-copy";
import { readHandoffs, readWithdrawn } from "./claude-code-handoffs";
import {
  contentText,
  readAgent,
  readOrigin,
  readOwnAgent,
  readProject,
  TranscriptLine,
  type Usage,
} from "./claude-code-line";
import { claudeCodeLogKey } from "./claude-code-log-key";
import { countRereads } from "./claude-code-reads";
import type { CompactionTrigger } from "./compaction";
import type { RecordsResult } from "./read-records";
import { type SessionRecord, sessionRecord, type UsageFacts, usageFacts } from "./session-record";
import { shortenTitle, titleFromPrompt } from "./session-title";

/** Memory of a file: data of earlier lines that later lines need. */
const Memory = z.object({
  openedAt: z.string().nullish(),
  reads: z.array(z.string()).default([]),
  /** Handoffs of the file, the latest ones. */
  calls: z.array(z.string()).default([]),
});

/** Handoffs that are remembered: their tools answer before many others start. */
const MOST_CALLS = 100;

/** Model of messages that Claude Code writes in place of a response. */
const NO_MODEL = "<synthetic>";

/**
 * Converts one parsed line of a Claude Code transcript, or of the output of `-p --output-format stream-json`,
 * to records: the line itself, then calls of other models for its response, then each subagent call (a
 * handoff to it, with the caller's current context and the tokens of the prompt), each return (a handoff
 * back, from the subagent's total to the size of its result) and each message to a running agent. Never
 * counts progress lines, which repeat the usage of others, nor text of Claude Code in place of a response. A
 * line copied by a fork becomes a record without facts, because the other session's file has them.
 *
 * @param json one parsed line.
 * @param _session unused: every line names its own.
 * @param stored `memory` returned for the previous line, or its stored form.
 * @returns the records, or the reason why the line is not from a transcript (`not_an_event`).
 */
export function readClaudeCodeLine(
  json: unknown,
  _session: string | null = null,
  stored: unknown = null,
): RecordsResult {
  const parsed = TranscriptLine.safeParse(json);
  if (!parsed.success || Array.isArray(json)) {
    return {
      ok: false,
      problem: { code: "not_an_event", message: "the line is JSON but not an object" },
    };
  }
  const line = parsed.data;
  if (line.type === undefined && line.message === undefined) {
    return {
      ok: false,
      problem: { code: "not_an_event", message: "the object has neither a type nor a message" },
    };
  }
  const memory = Memory.safeParse(stored).data ?? { reads: [], calls: [] };
  const { isCopy, openedAt } = recallOpening(line, memory.openedAt);
  if (isCopy) {
    const timestamp = line.timestamp ?? null;
    return { ok: true, records: [sessionRecord({ eventType: "claude_code.copy", timestamp })] };
  }
  const { rereadCount, reads } = countRereads(line, memory.reads);
  const handoffs = readHandoffs(line);
  const started = handoffs.flatMap(({ handoff, identity }) =>
    handoff?.kind === "delegation" || handoff?.kind === "message" ? (identity ?? []) : [],
  );
  const calls = started.length > 0 ? [...memory.calls, ...started].slice(-MOST_CALLS) : memory.calls;
  const isChanged = openedAt !== memory.openedAt || reads !== memory.reads || started.length > 0;
  return {
    ok: true,
    ...(isChanged ? { memory: { openedAt, reads, calls } } : {}),
    records: [
      { ...readLine(line, calls), rereadCount },
      ...readAdvisors(line),
      ...handoffs,
      ...readFork(line),
    ],
  };
}

function readLine(line: TranscriptLine, calls: readonly string[]): SessionRecord {
  const type = line.type ?? "message";
  const withdrawnHandoff = readWithdrawn(line);
  return sessionRecord({
    ...readOrigin(line),
    eventType: `claude_code.${line.subtype ? `${type}.${line.subtype}` : type}`,
    identity: line.uuid ?? null,
    agentId: readAgent(line).agentId,
    title: readTitle(line),
    project: readProject(line),
    agents: readOwnAgent(line),
    usage: readUsage(line),
    withdrawnHandoff,
    compaction: readCompaction(line),
    compactionSummary: readCompactionSummary(line),
    isError:
      line.isApiErrorMessage === true ||
      line.level === "error" ||
      line.is_error === true ||
      // Agents recover from other tools that fail, and their results have the same form.
      (withdrawnHandoff !== null && calls.includes(withdrawnHandoff)),
  });
}

/** The copies at the start of a fork belong to the other session; the following lines are its child. */
function readFork(line: TranscriptLine): SessionRecord[] {
  const { forkedFrom, sessionId, parentUuid, timestamp } = line;
  const parentSessionId = forkedFrom?.sessionId;
  if (parentSessionId === undefined || sessionId === undefined || parentUuid !== undefined) return [];
  const fork = { sessionId, parentSessionId, timestamp: timestamp ?? null };
  return [sessionRecord({ ...fork, eventType: "claude_code.fork", identity: `${sessionId}:fork` })];
}

function readUsage(line: TranscriptLine): UsageFacts | null {
  const { usage, id, model } = line.message ?? {};
  if (!usage || line.type === "progress" || line.isApiErrorMessage || model === NO_MODEL) return null;
  const key = id ?? line.requestId ?? line.uuid ?? null;
  return { ...toUsage(line, usage, { key, model: model ?? null }), answerTokens: countAnswer(line) };
}

/** Counts a response of text alone: its calls of tools and its reasoning have tokens that no text shows. */
function countAnswer({ message }: TranscriptLine): number | null {
  const content = message?.content;
  const isText = Array.isArray(content) && content.length > 0 && content.every(({ type }) => type === "text");
  return isText ? countTokens(contentText(content)) : null;
}

function toUsage(
  line: TranscriptLine,
  usage: Usage,
  { key, model }: Pick<UsageFacts, "key" | "model">,
): UsageFacts {
  return usageFacts({
    ...readAgent(line),
    key,
    sumKey: line.requestId === undefined ? null : claudeCodeLogKey(line.requestId),
    model,
    inputTokens: usage.input_tokens,
    cacheCreationTokens: usage.cache_creation_input_tokens,
    cacheCreation1hTokens: Math.min(
      usage.cache_creation?.ephemeral_1h_input_tokens ?? 0,
      usage.cache_creation_input_tokens,
    ),
    cacheReadTokens: usage.cache_read_input_tokens,
    outputTokens: usage.output_tokens,
  });
}

/** An advisor is another model; the usage of the response excludes its tokens. */
function readAdvisors(line: TranscriptLine): SessionRecord[] {
  const answer = readUsage(line);
  const iterations = answer ? (line.message?.usage?.iterations ?? []) : [];
  return iterations.flatMap((iteration, index) => {
    if (iteration.type !== "advisor_message" || !answer) return [];
    const key = answer.key === null ? null : `${answer.key}:advisor:${index}`;
    const usage = toUsage(line, iteration, { key, model: iteration.model ?? null });
    return [
      sessionRecord({
        ...readOrigin(line),
        eventType: "claude_code.advisor",
        project: readProject(line),
        usage,
      }),
    ];
  });
}

export function readCompaction(line: TranscriptLine): SessionRecord["compaction"] {
  if (line.subtype !== "compact_boundary") return null;
  const metadata = line.compactMetadata ?? line.compact_metadata;
  return {
    ...readAgent(line),
    isNotice: false,
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
  if (line.type === "summary") return shortenTitle(line.summary);
  // A stream does not repeat the user's request.
  if (line.type === "system" && line.subtype === "init" && line.cwd) return `Claude Code in ${line.cwd}`;
  const isFromUser =
    line.type === "user" &&
    !line.isMeta &&
    !line.isCompactSummary &&
    !line.agentId &&
    !line.parent_tool_use_id;
  // Claude Code adds commands and their output in tags, and interruptions in brackets.
  return isFromUser ? titleFromPrompt(contentText(line.message?.content), /^[<[]/) : null;
}
