import { argv } from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ContextCompiler } from "@baton/core";
import { followPolicy, openSession } from "@baton/example-session";
import { runInOrder } from "./run-in-order";

const { positionals, values } = parseArgs({
  args: argv.slice(2),
  allowPositionals: true,
  // Milliseconds between runs; by default there is one run.
  options: { every: { type: "string" } },
});
const [folder = "."] = positionals;
const followed = await followPolicy(folder);
const compiler = new ContextCompiler(openSession({ policy: followed.policy, folder, sessionId: "claim-1" }));
followed.follow(compiler);

do {
  await runInOrder(
    compiler,
    {
      intake_agent: async () => ({
        summary: "Water in the cellar",
        claimant: { name: "A. Holm", ssn: "111" },
      }),
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
  if (values.every !== undefined) await wait(Number(values.every));
} while (values.every !== undefined);
followed.stop();
