import { createBaton } from "@baton/core/node";

const baton = await createBaton({ folder: ".", sessionId: "claim-1" });
const agents = { fraud_agent: () => ({ fraud_score: 7, ssn: "111" }), decision_agent: (context) => context };
const priorOutputs = {};
for (const [agentId, agent] of Object.entries(agents)) {
  const { context } = await baton.contextFor({ agentId, priorOutputs });
  priorOutputs[agentId] = agent(context);
  baton.tracker.record(agentId, "completed");
}
