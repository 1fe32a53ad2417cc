import { argv } from "node:process";
import { createBaton } from "@baton/core/node";
import { withBaton } from "@baton/openai-agents";
import { Agent, type AgentOutputItem, type Model, Runner, Usage } from "@openai/agents";

const [, , folder = "."] = argv;
const baton = await createBaton({ folder });

const recommendation = new Agent({
  name: "recommendation_agent",
  model: modelOf((input) => {
    console.log("recommendation_agent receives", JSON.stringify(input));
    return [say("Pay")];
  }),
});
const fraud = new Agent({
  name: "fraud_agent",
  model: modelOf(() => [
    say(JSON.stringify({ fraud_score: 0.2, internal_notes: "The adjuster knows the claimant" })),
    { type: "function_call", callId: "call_1", name: "transfer_to_recommendation_agent", arguments: "{}" },
  ]),
  handoffs: [recommendation],
});
await new Runner({ tracingDisabled: true }).run(withBaton(fraud, baton), '{"claim_id":"CLM-1"}');
await baton.stop();

/** Plays a model, so that the example needs no key of a provider. */
function modelOf(answer: (input: unknown) => AgentOutputItem[]): Model {
  return {
    getResponse: async ({ input }) => ({ usage: new Usage(), output: answer(input) }),
    getStreamedResponse: () => {
      throw new Error("This example does not stream");
    },
  };
}

function say(text: string): AgentOutputItem {
  const content = [{ type: "output_text" as const, text }];
  return { type: "message", role: "assistant", status: "completed", content };
}
