import type { Convention } from "./convention";

/**
 * Strands Agents: `telemetry/tracer.py` of strands-agents/sdk-python at 006ad58f. It writes OpenTelemetry's names, other
 * names for caches, and kinds of its own for several agents that work together.
 */
export const STRANDS: Convention = {
  name: "strands",
  kindKey: "gen_ai.operation.name",
  prefix: "event_loop.",
  writer: { keys: ["gen_ai.provider.name", "gen_ai.system"], value: "strands-agents" },
  roles: new Map([
    ["invoke_swarm", "workflow"],
    ["invoke_graph", "workflow"],
  ]),
  texts: {},
  counts: {
    cacheReadTokens: ["gen_ai.usage.cache_read_input_tokens"],
    cacheWriteTokens: ["gen_ai.usage.cache_write_input_tokens"],
  },
};
