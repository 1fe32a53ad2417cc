import { crypto } from "./crypto";
import { commonFields, type HookEvent } from "./hook-event";
import { transcriptOf } from "./hook-input";
import type { HookOutput } from "./hook-output";
import { type LoggedState, sumUpLog } from "./logged-state";
import { type CompactionBoundary, readFirstContextTokens, readTranscriptSizes } from "./transcript-sizes";

/** English prose has about four characters per token; loading a tokenizer would exceed the time of a hook. */
const CHARACTERS_PER_TOKEN = 4;

/** Records the size before a compaction. */
export function announceCompaction(event: HookEvent): void {
  const { contextTokens } = readTranscriptSizes(transcriptOf(event.input));
  event.log.append({
    ...commonFields("pre_compact", event),
    trigger: event.input.trigger ?? null,
    context_tokens: contextTokens,
  });
}

/**
 * Handles `PostCompact`, and `SessionStart` after a compaction; if both are configured, the second adds
 * nothing.
 */
export function noteCompaction(event: HookEvent): HookOutput | null {
  const { boundary } = readTranscriptSizes(transcriptOf(event.input));
  const logged = sumUpLog(event.log.readLines());
  const isNoted = boundary?.identity != null && logged.compactions.has(boundary.identity);
  if (logged.announced === null && (isNoted || logged.announcesCompactions)) return null;
  const sizes = measureCompaction(event, logged, isNoted ? null : boundary);
  event.log.append({ ...commonFields("compaction", event), ...sizes });
  return { systemMessage: describeCompaction(sizes.before_tokens, sizes.after_tokens) };
}

/** Uses the provider's counts, otherwise the announced size and an estimate of the rest. */
function measureCompaction(
  { input }: HookEvent,
  { announced }: LoggedState,
  boundary: CompactionBoundary | null,
) {
  const counted = boundary?.afterTokens ?? null;
  const summary = input.compact_summary ?? boundary?.summary ?? null;
  // A summary, and what survives a compaction: instructions and tools.
  const estimated =
    summary === null
      ? null
      : readFirstContextTokens(transcriptOf(input)) + Math.ceil(summary.length / CHARACTERS_PER_TOKEN);
  const trigger = input.trigger ?? boundary?.trigger ?? announced?.trigger;
  return {
    event_id: boundary?.identity ?? crypto().randomUUID(),
    before_tokens: boundary?.beforeTokens ?? announced?.contextTokens ?? null,
    after_tokens: counted ?? estimated,
    after_measure: counted !== null ? "provider" : estimated !== null ? "estimated" : null,
    trigger: trigger === "manual" ? "manual" : "auto",
  };
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
