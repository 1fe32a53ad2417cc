import { DEFAULT_WINDOW_TOKENS, SUGGESTION_REASONS, suggestCompaction } from "@baton/core/host";
import { readContextWindow } from "./context-windows";
import { crypto } from "./crypto";
import { commonFields, type HookEvent } from "./hook-event";
import { transcriptOf } from "./hook-input";
import { HookLog } from "./hook-log";
import { contextFor, type HookOutput } from "./hook-output";
import { sumUpLog } from "./logged-state";
import { LARGE_WINDOW_TOKENS, readTranscriptSizes } from "./transcript-sizes";

/** Suggests a compaction or a handoff, each once until the next compaction. */
export function suggestNextStep(event: HookEvent): HookOutput | null {
  const { input, log } = event;
  if (input.agent_id !== undefined) return null;
  const { contextTokens, windowTokens, model } = readTranscriptSizes(transcriptOf(input));
  const { toolCalls, suggestedBy } = sumUpLog(log.readLines());
  const suggestions = suggestCompaction({
    usedTokens: contextTokens,
    toolCalls,
    settled: new Set(suggestedBy.keys()),
    windowTokens:
      event.windowTokens ??
      readContextWindow(model) ??
      input.context_window?.context_window_size ??
      windowTokens ??
      ((contextTokens ?? 0) > DEFAULT_WINDOW_TOKENS ? LARGE_WINDOW_TOKENS : DEFAULT_WINDOW_TOKENS),
  });
  if (suggestions.length === 0) return null;
  const mine = suggestions.map((suggestion) => ({ ...suggestion, identity: crypto().randomUUID() }));
  for (const { identity, reason } of mine) {
    log.append({
      ...commonFields("compaction_suggested", event),
      event_id: identity,
      reason,
      tool_calls: toolCalls,
      context_tokens: contextTokens,
    });
  }
  // If two tools end at once, the one with the first line shows the message.
  const settled = sumUpLog(log.readLines()).suggestedBy;
  const spoken = mine.filter(({ identity, reason }) => settled.get(reason) === identity);
  if (spoken.length === 0) return null;
  const instruction = spoken.flatMap((suggestion) => suggestion.instruction ?? []).join(" ");
  return {
    systemMessage: spoken.map(({ message }) => message).join(" "),
    ...contextFor(input.hook_event_name ?? "", instruction === "" ? null : instruction),
  };
}

/**
 * Records that suggestions are unwanted until the next compaction of the latest session.
 *
 * @returns a message for the user; null without a session.
 */
export function dismissSuggestions(project: string, now: number): string | null {
  const log = HookLog.openLatest(project);
  if (log === null) return null;
  try {
    log.append({ ...commonFields("suggestions_dismissed", { input: {}, now }), reasons: SUGGESTION_REASONS });
  } finally {
    log.close();
  }
  return "Baton suggests no compaction until the context has been compacted.";
}
