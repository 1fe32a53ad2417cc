import { ContextCompiler, type ContextCompilerOptions } from "@baton/core";
import { GovernedState, governNode, type MessageAgent, readMessage, writeMessage } from "@baton/example-langgraph";
import { ScriptedModel } from "@baton/example-langgraph/scripted-model";
import type { ChatMessage } from "@baton/example-session";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { END, START, StateGraph } from "@langchain/langgraph";
import { z } from "zod";
import type { ConformanceCase } from "./conformance-case";
import { type Script, writeScript } from "./script";

/** Runs a case as a graph of the real library, and returns the messages sent to the last agent's model. */
export async function runLangGraph(given: ConformanceCase, session: ContextCompilerOptions): Promise<ChatMessage[]> {
  const script = writeScript(given);
  const models = script.agents.map((agent) => {
    const replies = (script.turns.get(agent) ?? []).map(writeMessage);
    return [agent, new ScriptedModel(replies.filter((reply) => AIMessage.isInstance(reply)))] as const;
  });
  const compiler = new ContextCompiler(session);
  const nodes = models.map(([agent, model]): [string, GovernedNode] => [
    agent,
    governNode(compiler, agent, agentOf(model, script)),
  ]);
  const graph = new StateGraph(GovernedState)
    .addSequence(nodes)
    .addEdge(START, script.agents[0] ?? given.to)
    .addEdge(given.to, END);
  await graph.compile().invoke(given.request);
  return models.filter(([agent]) => agent === given.to).flatMap(([, model]) => model.firstPrompt.map(readMessage));
}

type GovernedNode = ReturnType<typeof governNode>;

/** Calls the model and the tools that it requests, until it requests none. */
function agentOf(model: ScriptedModel, { toolResults }: Script): MessageAgent {
  const lookUp = tool((_input, config) => toolResults.get(config.toolCall?.id ?? "") ?? "", {
    name: "look_up",
    description: "Looks a claim up",
    schema: z.record(z.string(), z.unknown()),
  });
  return async (messages) => {
    const said: BaseMessage[] = [];
    for (;;) {
      const reply = await model.invoke([...messages, ...said]);
      said.push(reply);
      if (!reply.tool_calls?.length) return said;
      for (const call of reply.tool_calls) said.push(await lookUp.invoke({ ...call, type: "tool_call" }));
    }
  };
}
