import { MAIN_AGENT } from "@baton/core/host";
import * as z from "zod/mini";
import { commonFields, type HookEvent } from "./hook-event";
import { AgentType, transcriptOf } from "./hook-input";
import { describeFileUse } from "./repeated-reads";
import { readTranscriptSizes } from "./transcript-sizes";

const text = z.catch(z.optional(z.string()), undefined);

/** The result of a tool that starts a subagent. */
const AgentResult = z.object({
  status: text,
  agentId: z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(256))), undefined),
  agentType: AgentType,
  totalTokens: z.catch(z.optional(z.int().check(z.minimum(0))), undefined),
  content: z.catch(z.optional(z.array(z.object({ text }))), undefined),
});

const STARTING_TOOLS = ["Agent", "Task"];

/** Records a call of a tool, and what a subagent returned. */
export async function noteToolCall(event: HookEvent): Promise<void> {
  const { input, log } = event;
  const isMain = input.agent_id === undefined;
  log.append({
    ...commonFields("tool_call", event, input.tool_use_id && `${input.tool_use_id}:tool_call`),
    tool_name: input.tool_name ?? null,
    ...describeFileUse(input),
    ...(input.hook_event_name === "PostToolUseFailure" ? { failed: true } : {}),
    // A subagent's calls fill its own context.
    context_tokens: isMain ? readTranscriptSizes(transcriptOf(input)).contextTokens : null,
  });
  if (STARTING_TOOLS.includes(input.tool_name ?? "")) await noteReturn(event);
}

async function noteReturn(event: HookEvent): Promise<void> {
  const { input, log } = event;
  const result = AgentResult.safeParse(input.tool_response);
  const { tool_use_id } = input;
  if (!result.success || tool_use_id === undefined) return;
  const { status, agentId, agentType, totalTokens, content } = result.data;
  if (agentId === undefined) return;
  if (status === "async_launched") {
    log.append({ ...commonFields("agent_launched", event), agent_id: agentId, tool_use_id });
    return;
  }
  const answer = content?.flatMap((block) => block.text ?? []).join("\n");
  await appendReturn(event, {
    tool_use_id,
    from_agent_id: agentType ?? "unknown",
    from_instance_id: agentId,
    to_agent_id: input.agent_type ?? MAIN_AGENT,
    to_instance_id: input.agent_id ?? null,
    total_tokens: totalTokens ?? null,
    answer,
    failed: status === "error" || status === "failed" || /^API Error\b/.test(answer ?? ""),
  });
}

/** Records the answer of a subagent: its size, not its text. */
export async function appendReturn(
  event: HookEvent,
  { answer, ...fields }: Record<string, unknown> & { answer: string | undefined },
): Promise<void> {
  const { input, log, project, count } = event;
  const returned = { ...commonFields("handoff_return", event), ...fields };
  if (answer === undefined || input.session_id === undefined) {
    log.append({ ...returned, tokens_after: null });
    return;
  }
  const texts = { tokens_after: answer };
  await count({ project, session: input.session_id, event: returned, texts });
}
