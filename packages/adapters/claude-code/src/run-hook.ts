import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";
import {
  DEFAULT_WINDOW_TOKENS,
  MAIN_AGENT,
  SUGGESTION_REASONS,
  suggestCompaction,
} from "@baton/core/internal";
import { readHostProject } from "./env";
import { type HookInput, parseHookInput } from "./hook-input";
import { HookLog } from "./hook-log";
import { type LoggedState, sumUpLog } from "./log-events";
import { type CompactionBoundary, readFirstContextTokens, readTranscriptSizes } from "./transcript-sizes";

/** Names of `baton hook` commands. */
export const HOOK_NAMES = ["pre-compact", "post-compact", "post-tool-use", "dismiss"] as const;
export type HookName = (typeof HOOK_NAMES)[number];

export interface HookCall {
  name: HookName;
  /** Standard input from the host. */
  input: string;
  /** Folder in which the command was started; used as project if the host names none. */
  workingDirectory: string;
  /** Context window of the model in tokens; by default the one Claude Code reports, otherwise 200,000. */
  windowTokens?: number | undefined;
  /** Milliseconds since 1970. */
  now: number;
}

/** English prose has about four characters per token; loading a tokenizer would exceed the time of a hook. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Records an event of Claude Code in `.claude/logs/` of its project: sizes and names, never content.
 *
 * @returns a message for the user, or null. Ignores input that is not from the host.
 * @throws if the log cannot be written; the caller hides that from the host.
 */
export function runHook(call: HookCall): string | null {
  const input = parseHookInput(call.input);
  const log = openLog(call, input);
  if (log === null) return null;
  try {
    return HOOKS[call.name](log, input, call);
  } finally {
    log.close();
  }
}

const HOOKS: Record<HookName, (log: HookLog, input: HookInput, call: HookCall) => string | null> = {
  "pre-compact": announceCompaction,
  "post-compact": noteCompaction,
  "post-tool-use": countToolCall,
  dismiss: dismissSuggestions,
};

/** A user who dismisses suggestions at a terminal has no session ID, so the latest session is used. */
function openLog({ name, workingDirectory }: HookCall, { session_id, cwd }: HookInput): HookLog | null {
  const project = readHostProject() ?? cwd ?? workingDirectory;
  if (session_id !== undefined) return HookLog.open(project, session_id);
  return name === "dismiss" ? HookLog.openLatest(project) : null;
}

function announceCompaction(log: HookLog, input: HookInput, { now }: HookCall): null {
  const { contextTokens } = readTranscriptSizes(transcriptOf(input));
  log.append({
    ...commonFields("pre_compact", input, now),
    trigger: input.trigger ?? null,
    context_tokens: contextTokens,
  });
  return null;
}

/**
 * Handles `PostCompact`, and `SessionStart` after a compaction; if both are configured, the second adds
 * nothing.
 */
function noteCompaction(log: HookLog, input: HookInput, { now }: HookCall): string | null {
  if (input.hook_event_name === "SessionStart" && input.source !== "compact") return null;
  const { boundary } = readTranscriptSizes(transcriptOf(input));
  const logged = sumUpLog(log.readLines(), MAIN_AGENT);
  const isNoted = boundary?.identity != null && logged.compactions.has(boundary.identity);
  if (logged.announced === null && (isNoted || logged.announcesCompactions)) return null;
  const sizes = measureCompaction(input, logged, isNoted ? null : boundary);
  log.append({ ...commonFields("compaction", input, now), ...sizes });
  return describeCompaction(sizes.before_tokens, sizes.after_tokens);
}

/** Uses the provider's counts, otherwise the announced size and an estimate of the rest. */
function measureCompaction(
  input: HookInput,
  { announced }: LoggedState,
  boundary: CompactionBoundary | null,
) {
  const counted = boundary?.afterTokens ?? null;
  const summary = input.compact_summary ?? boundary?.summary ?? null;
  const estimated = summary === null ? null : estimateTokens(input, summary);
  const trigger = input.trigger ?? boundary?.trigger ?? announced?.trigger;
  return {
    event_id: boundary?.identity ?? randomUUID(),
    before_tokens: boundary?.beforeTokens ?? announced?.contextTokens ?? null,
    after_tokens: counted ?? estimated,
    after_measure: counted !== null ? "provider" : estimated !== null ? "estimated" : null,
    trigger: trigger === "manual" ? "manual" : "auto",
  };
}

/** Estimates the summary, and what survives a compaction: instructions and tools. */
function estimateTokens(input: HookInput, summary: string): number {
  return readFirstContextTokens(transcriptOf(input)) + Math.ceil(summary.length / CHARACTERS_PER_TOKEN);
}

function describeCompaction(before: number | null, after: number | null): string {
  const sizes = [
    ...(before === null ? [] : [`${formatTokens(before)} before`]),
    ...(after === null ? [] : [`about ${formatTokens(after)} after`]),
  ];
  return `Context compacted${sizes.length > 0 ? `: ${sizes.join(", ")}` : ""}.`;
}

function formatTokens(tokens: number): string {
  return `${tokens.toLocaleString("en")} tokens`;
}

function countToolCall(log: HookLog, input: HookInput, { now, windowTokens }: HookCall): string | null {
  const isMain = input.agent_id === undefined;
  const transcript = isMain ? readTranscriptSizes(transcriptOf(input)) : null;
  const contextTokens = transcript?.contextTokens ?? null;
  log.append({
    ...commonFields("tool_call", input, now),
    event_id: input.tool_use_id === undefined ? randomUUID() : `${input.tool_use_id}:tool_call`,
    tool_name: input.tool_name ?? null,
    ...(input.hook_event_name === "PostToolUseFailure" ? { failed: true } : {}),
    context_tokens: contextTokens,
  });
  // A subagent's calls fill its own context.
  if (!isMain) return null;
  const { toolCalls, suggestedBy } = sumUpLog(log.readLines(), MAIN_AGENT);
  const suggestions = suggestCompaction({
    usedTokens: contextTokens,
    toolCalls,
    settled: new Set(suggestedBy.keys()),
    windowTokens:
      windowTokens ??
      input.context_window?.context_window_size ??
      transcript?.windowTokens ??
      DEFAULT_WINDOW_TOKENS,
  });
  if (suggestions.length === 0) return null;
  const mine = suggestions.map((suggestion) => ({ ...suggestion, identity: randomUUID() }));
  for (const { identity, reason } of mine) {
    const common = commonFields("compaction_suggested", input, now);
    log.append({
      ...common,
      event_id: identity,
      reason,
      tool_calls: toolCalls,
      context_tokens: contextTokens,
    });
  }
  // If two tools end at once, the one with the first line shows the message.
  const settled = sumUpLog(log.readLines(), MAIN_AGENT).suggestedBy;
  const spoken = mine.filter(({ identity, reason }) => settled.get(reason) === identity);
  return spoken.length > 0 ? spoken.map(({ message }) => message).join(" ") : null;
}

function dismissSuggestions(log: HookLog, input: HookInput, { now }: HookCall): string {
  log.append({ ...commonFields("suggestions_dismissed", input, now), reasons: SUGGESTION_REASONS });
  return "Baton suggests no compaction until the context has been compacted.";
}

function commonFields(eventType: string, { session_id, agent_id }: HookInput, now: number) {
  return {
    event_type: eventType,
    event_id: randomUUID(),
    ...(session_id === undefined ? {} : { session_id }),
    agent_id: agent_id ?? MAIN_AGENT,
    timestamp: new Date(now).toISOString(),
  };
}

function transcriptOf({ transcript_path }: HookInput): string | undefined {
  return transcript_path?.startsWith("~/") ? join(homedir(), transcript_path.slice(2)) : transcript_path;
}
