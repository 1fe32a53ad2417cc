import { createBaton } from "@baton/core/node";
import { withBaton } from "@baton/langgraph";
import { MemorySaver } from "@langchain/langgraph";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { createHandoffTool, createSwarm } from "@langchain/langgraph-swarm";
import { ChatOpenAI } from "@langchain/openai";

/* One agent of a swarm hands off to another. */
const llm = new ChatOpenAI({ model: "gpt-5.2" });
const agent = (name, tools) => createReactAgent({ llm, tools, name, prompt: `You are the ${name}.` });
const swarm = createSwarm({
  agents: [
    agent("fraud_agent", [createHandoffTool({ agentName: "decision_agent" })]),
    agent("decision_agent", []),
  ],
  defaultActiveAgent: "fraud_agent",
});
const baton = await createBaton({ folder: "." });
await withBaton(swarm, baton)
  .compile({ checkpointer: new MemorySaver() })
  .invoke({ messages: ["Decide claim C-9"] }, { configurable: { thread_id: "1" } });
await baton.stop();
