import { z } from "zod";
import { AgentId } from "./agent-id";
import { TokenCount } from "./token-count";

const common = {
  event_id: z.string().min(1).nullish(),
  session_id: z.string().min(1).nullish(),
  timestamp: z.string().nullish(),
};

/** The start of a workflow. `agent_plan` names the planned agents in order. */
export const WorkflowStartEvent = z.looseObject({
  ...common,
  event_type: z.literal("workflow_start"),
  workflow_id: z.string().min(1),
  project_name: z.string().nullish(),
  agent_plan: z.array(z.string()).nullish(),
});
export type WorkflowStartEvent = z.infer<typeof WorkflowStartEvent>;

/**
 * A handoff of one agent's manifest to the next. `artifacts` are paths of manifests below the project's root;
 * sizes are in tokens, `utilization_pct` is total ÷ the budget of a handoff, in percent.
 */
export const AgentHandoffEvent = z.looseObject({
  ...common,
  event_type: z.literal("agent_handoff"),
  workflow_id: z.string().min(1).nullish(),
  from_agent: AgentId,
  to_agent: AgentId,
  artifacts: z.array(z.string()),
  context_budget: z
    .looseObject({
      manifest_tokens: TokenCount,
      required_tokens: TokenCount,
      total_tokens: TokenCount,
      utilization_pct: z.number().nonnegative(),
    })
    .nullish(),
});
export type AgentHandoffEvent = z.infer<typeof AgentHandoffEvent>;

/**
 * The end of a workflow. In `context_efficiency`, sizes are tokens, the utilization is the percentage of the
 * largest handoff, and the compression is full artifacts ÷ required reading; null without data.
 */
export const WorkflowCompleteEvent = z.looseObject({
  ...common,
  event_type: z.literal("workflow_complete"),
  workflow_id: z.string().min(1),
  duration_seconds: z.number().nonnegative(),
  success: z.boolean(),
  agents_executed: z.array(z.string()),
  context_efficiency: z
    .looseObject({
      total_handoff_tokens: TokenCount,
      avg_tokens_per_handoff: z.number().nonnegative().nullable(),
      max_utilization_pct: z.number().nonnegative().nullable(),
      compression_ratio: z.number().nonnegative().nullable(),
    })
    .nullish(),
});
export type WorkflowCompleteEvent = z.infer<typeof WorkflowCompleteEvent>;
