import { MAIN_AGENT } from "@baton/core/host";
import { commonFields, type HookEvent } from "./hook-event";
import { sumUpLog } from "./logged-state";
import { appendReturn } from "./tool-hooks";

/** Records the type of a subagent, by which messages to its ID find their rule. */
export function noteSubagentStart(event: HookEvent): void {
  const { agent_id, agent_type } = event.input;
  if (agent_id === undefined || agent_type === undefined) return;
  event.log.append({ ...commonFields("agent_started", event), agent_type });
}

/** Records the tool calls of a subagent, and the answer of one that ran in the background. */
export async function noteSubagentStop(event: HookEvent): Promise<void> {
  const { agent_id, agent_type, last_assistant_message: answer } = event.input;
  // The agent that writes a summary has no type.
  if (agent_id === undefined || agent_type === undefined) return;
  const { callsOf, launchedBy } = sumUpLog(event.log.readLines());
  const calls = callsOf.get(agent_id);
  event.log.append({
    ...commonFields("agent_stopped", event),
    agent_type,
    tool_calls: calls?.total.size ?? 0,
    failed_tool_calls: calls?.failed.size ?? 0,
  });
  const tool_use_id = launchedBy.get(agent_id);
  if (tool_use_id === undefined) return;
  await appendReturn(event, {
    tool_use_id,
    from_agent_id: agent_type,
    from_instance_id: agent_id,
    to_agent_id: MAIN_AGENT,
    answer,
  });
}
