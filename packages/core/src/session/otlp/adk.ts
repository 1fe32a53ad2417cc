import { z } from "zod";
import { parseEmbeddedJson } from "../embedded-json";
import type { Convention } from "./convention";

/**
 * Google's Agent Development Kit: `telemetry/tracing.py` of google/adk-python at 0798a74d, with the count of reasoning
 * that later versions before 2.3 add. Kinds, agents, models and other counts have OpenTelemetry's names. The span of a
 * model call has no kind and no conversation.
 */
export const ADK: Convention = {
  name: "adk",
  kindKey: "gen_ai.operation.name",
  prefix: "gcp.vertex.agent.",
  writer: { keys: ["gen_ai.system"], value: "gcp.vertex.agent" },
  roles: new Map(),
  texts: { session: ["gcp.vertex.agent.session_id"] },
  counts: { reasoningTokens: ["gen_ai.usage.experimental.reasoning_tokens"] },
};

const TRANSFER_TOOL = "transfer_to_agent";
const Arguments = z.looseObject({ agent_name: z.string().min(1) });

/**
 * Returns the receiver of a transfer, which ADK names only in the arguments of the tool call.
 *
 * @returns null for other spans, and if ADK does not record arguments.
 */
export function readAdkTransfer(
  attributes: ReadonlyMap<string, { stringValue?: string | undefined }>,
): string | null {
  if (attributes.get("gen_ai.tool.name")?.stringValue !== TRANSFER_TOOL) return null;
  const given = attributes.get("gcp.vertex.agent.tool_call_args")?.stringValue;
  return Arguments.safeParse(parseEmbeddedJson(given ?? "")).data?.agent_name ?? null;
}
