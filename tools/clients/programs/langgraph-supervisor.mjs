import { createBaton } from "@baton/core/node";
import { withBaton } from "@baton/langgraph";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { createSupervisor } from "@langchain/langgraph-supervisor";
import { ChatOpenAI } from "@langchain/openai";

/* A supervisor has one agent look, and another decide. */
const llm = new ChatOpenAI({ model: "gpt-5.2" });
const agent = (name) => createReactAgent({ llm, tools: [], name, prompt: `You are the ${name}.` });
const supervisor = createSupervisor({
  agents: [agent("fraud_agent"), agent("decision_agent")],
  llm,
  prompt: "You are the supervisor.",
});
const baton = await createBaton({ folder: "." });
await withBaton(supervisor, baton)
  .compile()
  .invoke({ messages: ["Decide claim C-9"] });
await baton.stop();
