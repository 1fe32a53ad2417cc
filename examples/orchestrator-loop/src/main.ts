import { argv } from "node:process";
import { ContextCompiler } from "@baton/core";
import { openSession, POLICY_FILE, readPolicy, SWITCH_FILE } from "@baton/example-session";
import { runInOrder } from "./run-in-order";

const [, , folder = "."] = argv;
const policy = readPolicy(POLICY_FILE, SWITCH_FILE);
const compiler = new ContextCompiler(openSession({ policy, folder, sessionId: "claim-1" }));

await runInOrder(
  compiler,
  {
    intake_agent: async () => ({ summary: "Water in the cellar", claimant: { name: "A. Holm", ssn: "111" } }),
    fraud_agent: async () => ({
      fraud_score: 0.2,
      indicators: [{ name: "late report", source: "call 12" }],
      internal_notes: "The adjuster knows the claimant",
    }),
    recommendation_agent: async (context) => {
      console.log("recommendation_agent reads", JSON.stringify(context.prior_outputs));
      return { recommendation: "Pay" };
    },
  },
  { original_input: { claim_id: "CLM-1" }, observations: [] },
);
