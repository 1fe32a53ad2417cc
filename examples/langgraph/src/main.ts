import { argv } from "node:process";
import { ContextCompiler } from "@baton/core";
import { openSession, readPolicyOf } from "@baton/example-session";
import { AIMessage } from "@langchain/core/messages";
import { END, START, StateGraph } from "@langchain/langgraph";
import { GovernedState, governNode, type MessageAgent } from "./governed-node";
import { ScriptedModel } from "./scripted-model";

const [, , folder = "."] = argv;
const policy = await readPolicyOf(folder);
const compiler = new ContextCompiler(openSession({ policy, folder, sessionId: "claim-3" }));

const answer =
  (reply: object): MessageAgent =>
  async (messages) => [await new ScriptedModel([new AIMessage(JSON.stringify(reply))]).invoke(messages)];

const fraud = answer({ fraud_score: 0.2, internal_notes: "The adjuster knows the claimant" });
const recommendation: MessageAgent = (messages) => {
  console.log("recommendation_agent reads", messages.map(({ text }) => text).join(" "));
  return answer({ recommendation: "Pay" })(messages);
};

await new StateGraph(GovernedState)
  .addNode("fraud_agent", governNode(compiler, "fraud_agent", fraud))
  .addNode("recommendation_agent", governNode(compiler, "recommendation_agent", recommendation))
  .addEdge(START, "fraud_agent")
  .addEdge("fraud_agent", "recommendation_agent")
  .addEdge("recommendation_agent", END)
  .compile()
  .invoke({ original_input: { claim_id: "CLM-1" }, observations: [] });
