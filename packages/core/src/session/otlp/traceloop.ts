import type { Convention } from "./convention";

/**
 * Traceloop's OpenLLMetry: `@traceloop/ai-semantic-conventions` 0.27.0 and
 * `opentelemetry-instrumentation-openai-agents` 0.47. Models and tokens have OpenTelemetry's names.
 */
export const TRACELOOP: Convention = {
  name: "traceloop",
  kindKey: "traceloop.span.kind",
  roles: new Map([
    ["workflow", "workflow"],
    ["agent", "agent"],
    ["tool", "tool"],
    ["handoff", "handoff"],
    ["task", "step"],
  ]),
  texts: {
    agent: ["gen_ai.agent.name"],
    ownName: ["traceloop.entity.name"],
    session: ["traceloop.association.properties.session_id"],
    tool: ["gen_ai.tool.name"],
    handoffFrom: ["gen_ai.handoff.from_agent"],
    handoffTo: ["gen_ai.handoff.to_agent"],
  },
  counts: {},
};
