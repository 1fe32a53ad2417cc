import { isObject } from "../is-object";
import { type LineShape, ShapeFinder } from "./line-shape";

const SPAN_KEYS = new Set([
  "object",
  "id",
  "trace_id",
  "parent_id",
  "started_at",
  "ended_at",
  "span_data",
  "error",
  "metadata",
  "workflow_name",
  "group_id",
]);
const SPAN_TYPES = new Set([
  "agent",
  "function",
  "generation",
  "response",
  "handoff",
  "guardrail",
  "custom",
  "transcription",
  "speech",
  "speech_group",
  "mcp_tools",
]);
const HANDOFF_KEYS = new Set(["type", "from_agent", "to_agent"]);

/**
 * Returns what Baton does not know in a line exported by the OpenAI Agents SDK: span types, span keys, and
 * handoff keys.
 *
 * @param json one parsed line: a span, a body with many as `data`, or a recorded exchange with such a body.
 */
export function readAgentsSdkShape(json: unknown): LineShape {
  const finder = new ShapeFinder();
  for (const item of listItems(json)) {
    if (!isObject(item) || (item.object !== "trace.span" && item.object !== "trace")) continue;
    finder.checkKeys(item, SPAN_KEYS, "span.");
    if (!isObject(item.span_data)) continue;
    finder.checkType(item.span_data.type, SPAN_TYPES, "span.");
    if (item.span_data.type === "handoff") finder.checkKeys(item.span_data, HANDOFF_KEYS, "span.handoff.");
  }
  return finder.finish(null);
}

function listItems(json: unknown): readonly unknown[] {
  if (!isObject(json)) return [];
  const body = isObject(json.request) ? json.request : json;
  return Array.isArray(body.data) ? body.data : [json];
}
