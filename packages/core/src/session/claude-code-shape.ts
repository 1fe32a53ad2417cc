import { isObject } from "../is-object";
import { type LineShape, ShapeFinder } from "./line-shape";

const keys = (...words: string[]) => new Set(words.flatMap((each) => each.split(" ")));

/** Keys of lines of every type. */
const COMMON =
  "type uuid parentUuid logicalParentUuid sessionId agentId isSidechain timestamp version userType cwd gitBranch slug isMeta level agentName teamName attributionAgent forkedFrom promptId entrypoint session_id parent_tool_use_id";

/**
 * Content of transcripts in the versions that Baton was built for: supported, or known to be irrelevant for
 * handoffs.
 */
const KEYS_BY_TYPE: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    "user",
    keys(
      COMMON,
      "message toolUseResult isCompactSummary isVisibleInTranscriptOnly sourceToolAssistantUUID sourceToolUseID",
      "thinkingMetadata todos permissionMode promptSource origin tool_use_result",
    ),
  ],
  ["assistant", keys(COMMON, "message requestId isApiErrorMessage error")],
  [
    "system",
    keys(
      COMMON,
      "subtype content compactMetadata compact_metadata toolUseID durationMs",
      "tools model hookCount hookInfos hookErrors hasOutput preventedContinuation stopReason",
    ),
  ],
  ["progress", keys(COMMON, "data toolUseID parentToolUseID")],
  ["summary", keys(COMMON, "summary leafUuid")],
  ["file-history-snapshot", keys(COMMON, "messageId snapshot isSnapshotUpdate")],
  ["queue-operation", keys(COMMON, "operation content")],
  ["attachment", keys(COMMON, "attachment")],
  ["last-prompt", keys(COMMON, "lastPrompt leafUuid")],
  ["permission-mode", keys(COMMON, "permissionMode")],
  ["mode", keys(COMMON, "mode")],
  ["agent-setting", keys(COMMON, "agentSetting")],
  [
    "result",
    keys(
      COMMON,
      "subtype is_error num_turns total_cost_usd usage modelUsage result duration_ms duration_api_ms",
    ),
  ],
  // The first versions wrote lines without a type.
  ["message", keys(COMMON, "message requestId costUSD")],
]);

const TYPES = new Set(KEYS_BY_TYPE.keys());
const SUBTYPES = keys("init compact_boundary local_command stop_hook_summary turn_duration");
const MESSAGE_KEYS = keys(
  "id type role model content usage stop_reason stop_sequence stop_details container",
);
const USAGE_KEYS = keys(
  "input_tokens output_tokens cache_creation_input_tokens cache_read_input_tokens cache_creation",
  "server_tool_use service_tier inference_geo iterations speed",
);
const BLOCK_TYPES = keys("text tool_use tool_result thinking redacted_thinking image document");
const COMPACT_KEYS = keys(
  "trigger preTokens pre_tokens postTokens post_tokens durationMs cumulativeDroppedTokens cumulative_dropped_tokens",
  "preservedSegment preservedMessages messagesSummarized precomputed",
);

/**
 * Returns unknown parts of a Claude Code transcript line: types of lines, `system` entries and blocks, and
 * keys of fixed objects. Ignores inputs and results of tools, which have any form.
 *
 * @param json one parsed line.
 */
export function readClaudeCodeShape(json: unknown): LineShape {
  const finder = new ShapeFinder();
  if (!isObject(json)) return finder.finish(null);
  const type = typeof json.type === "string" ? json.type : "message";
  finder.checkType(type, TYPES);
  const known = KEYS_BY_TYPE.get(type);
  // Keys of an unknown type are not checked.
  if (known) finder.checkKeys(json, known, `${type}.`);
  if (type === "system") finder.checkType(json.subtype, SUBTYPES, "system.");
  finder.checkKeys(json.compactMetadata ?? json.compact_metadata, COMPACT_KEYS, "system.compactMetadata.");
  if (isObject(json.message)) {
    finder.checkKeys(json.message, MESSAGE_KEYS, "message.");
    finder.checkKeys(json.message.usage, USAGE_KEYS, "message.usage.");
    const { content } = json.message;
    for (const block of Array.isArray(content) ? content : []) {
      if (isObject(block)) finder.checkType(block.type, BLOCK_TYPES, "message.content[].");
    }
  }
  return finder.finish(json.version);
}
