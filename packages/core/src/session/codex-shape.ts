import { isObject } from "../is-object";
import { type LineShape, ShapeFinder } from "./line-shape";

const LINE_KEYS = new Set([
  "timestamp",
  "ordinal",
  "type",
  "payload",
  "metadata",
  "record_type",
  "id",
  "instructions",
  "git",
]);
const LINE_TYPES = new Set([
  "session_meta",
  "turn_context",
  "response_item",
  "event_msg",
  "compacted",
  "token_usage_record",
  "inter_agent_communication",
  "world_state",
]);

/** Known types of `payload`. */
const PAYLOAD_TYPES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    "response_item",
    new Set([
      "message",
      "reasoning",
      "function_call",
      "function_call_output",
      "custom_tool_call",
      "custom_tool_call_output",
      "local_shell_call",
      "web_search_call",
      "ghost_snapshot",
    ]),
  ],
  [
    "event_msg",
    new Set([
      "token_count",
      "user_message",
      "agent_message",
      "agent_reasoning",
      "task_started",
      "task_complete",
      "context_compacted",
      "turn_aborted",
      "error",
      "stream_error",
      "item_completed",
      "thread_settings_applied",
      "collab_agent_spawn_begin",
      "collab_agent_spawn_end",
      "collab_agent_interaction_begin",
      "collab_agent_interaction_end",
      "collab_waiting_begin",
      "collab_waiting_end",
      "collab_close_begin",
      "collab_close_end",
    ]),
  ],
]);

const TOKEN_COUNT_KEYS = new Set(["type", "info", "rate_limits"]);
const TOKEN_INFO_KEYS = new Set([
  "total_token_usage",
  "last_token_usage",
  "last_usage_includes_reasoning",
  "model_context_window",
  "model",
]);

/**
 * Returns unrecognized parts of a Codex rollout line: types of lines and payloads, keys of the line, and keys
 * of metrics. Only the first line of a rollout has the version.
 *
 * @param json one parsed line.
 */
export function readCodexShape(json: unknown): LineShape {
  const finder = new ShapeFinder();
  if (!isObject(json)) return finder.finish(null);
  const { type, payload } = json;
  // First-generation rollouts have the items themselves as lines.
  if (!isObject(payload)) return finder.finish(null);
  finder.checkType(type, LINE_TYPES);
  finder.checkKeys(json, LINE_KEYS);
  const types = PAYLOAD_TYPES.get(String(type));
  if (types) finder.checkType(payload.type, types, `${String(type)}.`);
  if (payload.type === "token_count") {
    finder.checkKeys(payload, TOKEN_COUNT_KEYS, "token_count.");
    finder.checkKeys(payload.info, TOKEN_INFO_KEYS, "token_count.info.");
  }
  return finder.finish(type === "session_meta" ? payload.cli_version : null);
}
