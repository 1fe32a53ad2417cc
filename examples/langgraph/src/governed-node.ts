import type { ContextCompiler } from "@baton/core";
import { readOutput, writeConversation } from "@baton/example-session";
import type { BaseMessage } from "@langchain/core/messages";
import { Annotation } from "@langchain/langgraph";
import { readMessage, writeMessage } from "./langchain-messages";

/**
 * State shared by the nodes of a governed graph: plain data, so that a policy can apply to it and a
 * checkpoint can store it.
 */
export const GovernedState = Annotation.Root({
  original_input: Annotation<unknown>(),
  observations: Annotation<readonly unknown[]>(),
  /** Agent ID → output of that agent. */
  prior_outputs: Annotation<Record<string, unknown>>({
    reducer: (outputs, added) => ({ ...outputs, ...added }),
    default: () => ({}),
  }),
  /** The last completed agent: the sender of the next handoff. Two at once are an error of the graph. */
  last_agent: Annotation<string | null>(),
});

/** An agent as a function: receives the messages that it may read, and returns those that it adds. */
export type MessageAgent = (messages: BaseMessage[]) => Promise<BaseMessage[]>;

/**
 * Creates a node in which an agent reads only the state that the policy passes to it.
 *
 * @param agentId the agent's name in the policy.
 */
export function governNode(compiler: ContextCompiler, agentId: string, agent: MessageAgent) {
  return async (state: typeof GovernedState.State): Promise<typeof GovernedState.Update> => {
    const { context } = await compiler.compileForAgent({
      agentId,
      fromAgentId: state.last_agent,
      originalInput: state.original_input,
      observations: state.observations,
      priorOutputs: state.prior_outputs,
    });
    const said = await agent(writeConversation(context).map(writeMessage));
    return { prior_outputs: { [agentId]: readOutput(said.map(readMessage)) }, last_agent: agentId };
  };
}
