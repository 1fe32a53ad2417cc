import { readAgentsSdkLine, readAgentsSdkShape } from "@baton/core/session";
import { type LineFormat, stemOf } from "./source-format";

/** Recorded exchanges with OpenAI's API. Those of a session may begin with any of them. */
const EXCHANGE = /^https:\/\/api\.openai\.com\/v1\/(?:traces\/ingest|responses)$/;

/** Traces that the OpenAI Agents SDK exports: spans of agents, of model calls, and of handoffs. */
export const agentsSdk: LineFormat = {
  kind: "lines",
  name: "agents-sdk",
  about: {
    files: "JSON lines: traces of the OpenAI Agents SDK, and exchanges with the API",
    version: "0.20",
  },
  ownsPath: () => false,
  ownsLine: (line) =>
    line.object === "trace.span" || line.object === "trace" || EXCHANGE.test(String(line.uri)),
  readLine: readAgentsSdkLine,
  readShape: readAgentsSdkShape,
  sessionOf: stemOf,
};
