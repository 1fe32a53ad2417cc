import { type ContextCompiler, type HandoffContext, HandoffTracker } from "@baton/core";

/** An agent of a hand-written loop: it is given a context, and gives its output as plain JSON data. */
export type Agent = (context: HandoffContext) => Promise<unknown>;

/** What a workflow starts from. */
export type Request = Pick<HandoffContext, "observations" | "original_input">;

/**
 * Runs agents one after another. Each reads what the policy lets pass from the last one that completed; an
 * agent that fails is logged and left out.
 *
 * @returns agent id → its output, in full.
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
