import { argv } from "node:process";
import { ContextCompiler } from "@baton/core";
import { openSession, readPolicyOf } from "@baton/example-session";
import { Agent, OpenAIProvider, Runner } from "@openai/agents";
import { batonInputFilter } from "./baton-input-filter";
import { callItem, messageItem, startModelServer } from "./model-server";

const [, , folder = "."] = argv;
const policy = await readPolicyOf(folder);
const compiler = new ContextCompiler(openSession({ policy, folder, sessionId: "claim-2" }));

// Replaces a provider; with a real one, omit `modelProvider` below.
const server = await startModelServer(({ instructions, input }) => {
  if (instructions === "Judge the fraud") {
    const finding = { fraud_score: 0.2, internal_notes: "The adjuster knows the claimant" };
    return [messageItem(JSON.stringify(finding)), callItem("call_1", "transfer_to_recommendation_agent")];
  }
  console.log("recommendation_agent reads", JSON.stringify(input));
  return [messageItem("Pay")];
});

const recommendation = new Agent({ name: "recommendation_agent", instructions: "Recommend" });
const fraud = new Agent({ name: "fraud_agent", instructions: "Judge the fraud", handoffs: [recommendation] });
const runner = new Runner({
  model: "stub",
  modelProvider: new OpenAIProvider({ apiKey: "none", baseURL: server.baseUrl, useResponses: true }),
  tracingDisabled: true,
  handoffInputFilter: batonInputFilter(compiler),
});
await runner.run(fraud, JSON.stringify({ claim_id: "CLM-1" }));
await server.close();
