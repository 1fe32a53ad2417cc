import { appendFileSync } from "node:fs";
import {
  Agent,
  BatchTraceProcessor,
  getGlobalTraceProvider,
  OpenAIProvider,
  Runner,
  setTraceProcessors,
  tool,
  withTrace,
} from "@openai/agents";
import { z } from "zod";

/*
 * A triage agent calls an expert as a tool, then hands off to a payer, which calls a function. Runs once with
 * each of OpenAI's APIs, streamed. Prints the ID of each trace.
 */
const [, , stubUrl, traceFile] = process.argv;

setTraceProcessors([
  new BatchTraceProcessor({
    export: async (items) => {
      for (const item of items) appendFileSync(traceFile, `${JSON.stringify(item.toJSON())}\n`);
    },
  }),
]);

const model = "gpt-5.2";
const lookUp = tool({
  name: "look_up",
  description: "Looks up a claim",
  parameters: z.object({ id: z.string() }),
  execute: async ({ id }) => `claim ${id}: 4200 EUR`,
});

for (const api of ["responses", "chat"]) {
  const instructions = (role) => `[role: ${api}-${role}] Work.`;
  const expert = new Agent({ name: "expert", model, instructions: instructions("expert") });
  const payer = new Agent({ name: "payer", model, instructions: instructions("payer"), tools: [lookUp] });
  const askExpert = expert.asTool({ toolName: "ask_expert", toolDescription: "Asks the expert" });
  const triage = new Agent({
    name: "triage",
    model,
    instructions: instructions("triage"),
    tools: [askExpert],
    handoffs: [payer],
  });
  const runner = new Runner({
    modelProvider: new OpenAIProvider({
      apiKey: "none",
      baseURL: `${stubUrl}/v1`,
      useResponses: api === "responses",
    }),
  });
  await withTrace(`Claim by ${api}`, async ({ traceId }) => {
    console.log(`${api} ${traceId}`);
    const run = await runner.run(triage, "Work on claim C-9.", { stream: true });
    await run.completed;
  });
}
await getGlobalTraceProvider().forceFlush();
