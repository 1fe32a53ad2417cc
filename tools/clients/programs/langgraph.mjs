import { LangChainInstrumentation } from "@arizeai/openinference-instrumentation-langchain";
import * as callbacks from "@langchain/core/callbacks/manager";
import { tool } from "@langchain/core/tools";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { createSupervisor } from "@langchain/langgraph-supervisor";
import { ChatOpenAI } from "@langchain/openai";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { z } from "zod";

/* A supervisor hands off to a researcher and a writer, which both hand back. */
const [, , stubUrl] = process.argv;

// The exporter's address and key are in the environment.
const provider = new NodeTracerProvider({
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
provider.register();
const instrumentation = new LangChainInstrumentation();
instrumentation.manuallyInstrument(callbacks);

const llm = new ChatOpenAI({
  model: "gpt-5.2",
  apiKey: "none",
  configuration: { baseURL: `${stubUrl}/v1` },
});
const lookUp = tool(async ({ id }) => `claim ${id}: 4200 EUR`, {
  name: "look_up",
  description: "Looks up a claim",
  schema: z.object({ id: z.string() }),
});
const researcher = createReactAgent({
  llm,
  tools: [lookUp],
  name: "researcher",
  prompt: "[role: researcher] Look it up.",
});
const writer = createReactAgent({ llm, tools: [], name: "writer", prompt: "[role: writer] Write." });
const supervisor = createSupervisor({
  agents: [researcher, writer],
  llm,
  supervisorName: "supervisor",
  prompt: "[role: supervisor] Decide.",
}).compile({ name: "claims" });

const messages = [{ role: "user", content: "Work on claim C-9." }];
const parts = await supervisor.stream({ messages }, { streamMode: "messages", subgraphs: true });
for await (const _ of parts);
await provider.forceFlush();
