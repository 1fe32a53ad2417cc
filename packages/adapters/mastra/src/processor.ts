import type { Baton } from "@baton/core/node";
import { type DbMessage, noteMessage, scopeHistory } from "./db-messages";

/** An input processor of Mastra. */
interface InputProcessor {
  readonly id: string;
  processInput<Message extends DbMessage>(input: { readonly messages: readonly Message[] }): Message[];
}

/**
 * Creates an input processor for an agent that receives messages of another one, such as in a network: it passes to the
 * model only what the policy allows.
 *
 * @param baton result of `createBaton`, or of its `newSession()`.
 * @param pair.agent the ID of the agent with the processor.
 * @param pair.from the ID of the agent that calls it: in a network, the one that routes.
 */
export function batonProcessor(
  baton: Baton,
  { agent, from }: { agent: string; from: string },
): InputProcessor {
  return {
    id: "baton",
    processInput({ messages }) {
      const { messages: scoped, refusal } = scopeHistory(baton, messages, {
        fromAgentId: from,
        agentId: agent,
      });
      const [first] = messages;
      return scoped.length === 0 && first ? [noteMessage(first, refusal)] : scoped;
    },
  };
}
