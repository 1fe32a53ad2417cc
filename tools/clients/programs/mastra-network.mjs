import { createOpenAI } from "@ai-sdk/openai";
import { createBaton } from "@baton/core/node";
import { batonProcessor } from "@baton/mastra";
import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { MockMemory } from "@mastra/core/memory";
import { InMemoryStore } from "@mastra/core/storage";

/* A network, in which an agent routes to another one. */
const openai = createOpenAI();
const baton = await createBaton({ folder: "." });
const agent = (name, from, more) =>
  new Agent({
    ...{ id: name, name, description: name, instructions: `You are the ${name}.` },
    ...{ model: openai.chat("gpt-5.2"), memory: new MockMemory() },
    inputProcessors: [batonProcessor(baton, { agent: name, from })],
    ...more,
  });
const decision_agent = agent("decision_agent", "fraud_agent");
const fraud = agent("fraud_agent", "decision_agent", { agents: { decision_agent } });
new Mastra({ agents: { fraud, decision_agent }, storage: new InMemoryStore(), logger: false });
const run = await fraud.network("Decide claim C-9", { memory: { thread: "1", resource: "1" }, maxSteps: 2 });
for await (const _ of run);
await baton.stop();
