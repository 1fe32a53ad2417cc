import { type ContextCompiler, type HandoffContext, HandoffTracker } from "@baton/core";

/** An agent of a hand-written loop: receives a context, and returns its output as plain JSON data. */
export type Agent = (context: HandoffContext) => Promise<unknown>;

/** The input of a workflow. */
export type Request = Pick<HandoffContext, "observations" | "original_input">;

/**
 * Runs agents one after another. Each reads what the policy passes from the last completed agent; a failed
 * agent is logged and skipped.
 *
 * @returns agent ID → its full output.
 */
export async function runInOrder(
  compiler: ContextCompiler,
  agents: Readonly<Record<string, Agent>>,
  request: Request,
): Promise<Record<string, unknown>> {
  const tracker = new HandoffTracker();
  const priorOutputs: Record<string, unknown> = {};
  for (const [agentId, agent] of Object.entries(agents)) {
    const { context } = await compiler.compileForAgent({
      agentId,
      fromAgentId: tracker.source,
      originalInput: request.original_input,
      observations: request.observations,
      priorOutputs: { ...priorOutputs },
    });
    try {
      priorOutputs[agentId] = await agent(context);
      tracker.record(agentId, "completed");
    } catch (error) {
      tracker.record(agentId, "failed");
      console.error(`${agentId} failed:`, error);
    }
  }
  return priorOutputs;
}
