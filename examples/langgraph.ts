import { argv } from "node:process";
import { createBaton } from "@baton/core/node";
import { withBaton } from "@baton/langgraph";
import { AIMessage } from "@langchain/core/messages";
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";

const [, , folder = "."] = argv;
const baton = await createBaton({ folder });

const finding = { fraud_score: 0.2, internal_notes: "The adjuster knows the claimant" };
// Each node plays an agent; with a model, it would answer `await model.invoke(messages)`.
const graph = new StateGraph(MessagesAnnotation)
  .addNode("fraud_agent", () => ({ messages: new AIMessage(JSON.stringify(finding)) }))
  .addNode("recommendation_agent", ({ messages }) => {
    console.log("recommendation_agent receives", JSON.stringify(messages.map(({ content }) => content)));
    return { messages: new AIMessage("Pay") };
  })
  .addEdge(START, "fraud_agent")
  .addEdge("fraud_agent", "recommendation_agent");
await withBaton(graph, baton)
  .compile()
  .invoke({ messages: ['{"claim_id":"CLM-1"}'] });
await baton.stop();
