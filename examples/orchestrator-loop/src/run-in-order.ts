import type { HandoffContext } from "@baton/core";
import type { GovernedSession } from "@baton/example-session";

/** An agent of a hand-written loop: it is given a context, and gives its output as plain JSON data. */
export type Agent = (context: HandoffContext) => Promise<unknown>;

/** What a workflow starts from. */
export type Request = Pick<HandoffContext, "observations" | "original_input">;

/**
 * Runs agents one after another. Each reads what the policy lets pass from the one before; an agent that fails is
 * logged and left out, and does not become the source of the next handoff.
 *
 * @returns agent id → its output, in full.
 */
export async function runInOrder(
  session: GovernedSession,
  agents: Readonly<Record<string, Agent>>,
  request: Request,
): Promise<Record<string, unknown>> {
  let outputs: Record<string, unknown> = {};
  let last: string | null = null;
  for (const [agentId, agent] of Object.entries(agents)) {
    const context: HandoffContext = { prior_outputs: outputs, ...request };
    const passed = last === null ? context : session.handOver(last, agentId, context);
    try {
      outputs = { ...outputs, [agentId]: await agent(passed) };
      last = agentId;
    } catch (error) {
      console.error(`${agentId} failed:`, error);
    }
  }
  return outputs;
}
