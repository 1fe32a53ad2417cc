import { argv } from "node:process";
import { createBaton } from "@baton/core/node";

const [, , folder = "."] = argv;
const baton = await createBaton({ folder });

const agents = {
  intake_agent: () => ({ summary: "Water in the cellar", claimant: { name: "A. Holm", ssn: "111" } }),
  fraud_agent: () => ({ fraud_score: 0.2, internal_notes: "The adjuster knows the claimant" }),
  recommendation_agent: (context: object) => {
    console.log("recommendation_agent receives", JSON.stringify(context));
    return { recommendation: "Pay" };
  },
};
const originalInput = { claim_id: "CLM-1" };
const priorOutputs: Record<string, unknown> = {};
for (const [agentId, agent] of Object.entries(agents)) {
  const { context } = await baton.contextFor({ agentId, originalInput, priorOutputs: { ...priorOutputs } });
  try {
    priorOutputs[agentId] = agent(context);
    baton.tracker.record(agentId, "completed");
  } catch (error) {
    baton.tracker.record(agentId, "failed");
    console.error(`${agentId} failed:`, error);
  }
}
await baton.stop();
