import { createOpenAI } from "@ai-sdk/openai";
import { OpenTelemetry } from "@ai-sdk/otel";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { registerTelemetry, ToolLoopAgent, tool } from "ai";
import { z } from "zod";

/* An orchestrator calls a researcher as a tool, and streams its response. */
const [, , stubUrl] = process.argv;

// The exporter's address and key are in the environment.
const provider = new NodeTracerProvider({
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
provider.register();
registerTelemetry(new OpenTelemetry());

const openai = createOpenAI({ baseURL: `${stubUrl}/v1`, apiKey: "none" });
const researcher = new ToolLoopAgent({
  model: openai("gpt-5.2"),
  instructions: "[role: researcher] Look it up.",
  telemetry: { functionId: "researcher" },
  tools: {
    look_up: tool({
      description: "Looks up a claim",
      inputSchema: z.object({ id: z.string() }),
      execute: async ({ id }) => `claim ${id}: 4200 EUR`,
    }),
  },
});
const orchestrator = new ToolLoopAgent({
  model: openai.chat("gpt-5.2"),
  instructions: "[role: orchestrator] Decide.",
  telemetry: { functionId: "orchestrator" },
  tools: {
    research: tool({
      description: "Asks the researcher",
      inputSchema: z.object({ question: z.string() }),
      execute: async ({ question }) => (await researcher.generate({ prompt: question })).text,
    }),
  },
});

const run = await orchestrator.stream({ prompt: "Work on claim C-9." });
await run.text;
await provider.forceFlush();
