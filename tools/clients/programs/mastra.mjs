import { createOpenAI } from "@ai-sdk/openai";
import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { Observability } from "@mastra/observability";
import { OtelExporter } from "@mastra/otel-exporter";
import { z } from "zod";

/*
 * An orchestrator has a subagent look something up, and answers in a stream. Mastra gives a subagent the instructions of
 * its caller, so prompts name the roles.
 */
const [, , stubUrl] = process.argv;
const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint = "", OTEL_EXPORTER_OTLP_TRACES_HEADERS: header = "" } =
  process.env;
const [name = "", value = ""] = header.split("=");

const openai = createOpenAI({ baseURL: `${stubUrl}/v1`, apiKey: "none" });
const lookUp = createTool({
  id: "look_up",
  description: "Looks up a claim",
  inputSchema: z.object({ id: z.string() }),
  execute: async ({ id }) => `claim ${id}: 4200 EUR`,
});
const researcher = new Agent({
  id: "researcher",
  name: "researcher",
  description: "Looks claims up",
  instructions: "Look it up.",
  model: openai.chat("gpt-5.2"),
  tools: { look_up: lookUp },
});
const orchestrator = new Agent({
  id: "orchestrator",
  name: "orchestrator",
  instructions: "Decide.",
  model: openai.chat("gpt-5.2"),
  agents: { researcher },
});
const exporter = new OtelExporter({
  provider: {
    custom: { endpoint, protocol: "http/protobuf", headers: { [name]: decodeURIComponent(value) } },
  },
});
const observability = new Observability({
  configs: { otel: { serviceName: "claims", exporters: [exporter] } },
});
const mastra = new Mastra({ agents: { orchestrator, researcher }, observability, logger: false });

const run = await mastra.getAgent("orchestrator").stream("[role: orchestrator] Work on claim C-9.");
await run.text;
await observability.shutdown();
