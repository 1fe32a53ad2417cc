import { type OutlineEntry, Policy } from "@baton/core";
import { createSequence } from "./bench-row";

const AGENTS = 12;
const FIELDS = 70;

/** Returns the live policy of these handoffs, and a draft that changes the outcome of most of them. */
export function createPolicies(): { current: Policy; draft: Policy } {
  const agents = Array.from({ length: AGENTS }, (_, index) => `agent_${index}`);
  const rules = agents.flatMap((from_agent_id, from) =>
    agents.slice(0, 8).map((to_agent_id, to) => ({
      from_agent_id,
      to_agent_id,
      allowed_context_fields: [`field_${from}`, `field_${to}.items[].x`, "claim.*"],
      blocked_context_fields: ["ssn", "notes.internal"],
    })),
  );
  const draft = rules.map((rule, index) => ({
    ...rule,
    allowed_context_fields: index % 2 === 0 ? ["claim"] : [...rule.allowed_context_fields, "field_3"],
  }));
  return {
    current: Policy.parse({ agent_handoff_rules: rules }),
    draft: Policy.parse({ blocked_context_fields: ["secret"], agent_handoff_rules: draft }),
  };
}

/**
 * Recorded handoffs as JSON in the form of a database result: about 63 fields each, mostly the same between
 * two agents, with one in ten missing.
 */
export function createRecordedRows(count: number): string[] {
  const next = createSequence();
  const shapes = new Map<string, string[]>();
  return Array.from({ length: count }, (_, index) => {
    const [fromAgent, toAgent] = [`agent_${next(AGENTS)}`, `agent_${next(AGENTS)}`];
    const shape = shapes.get(fromAgent + toAgent) ?? createShape(next, fromAgent);
    shapes.set(fromAgent + toAgent, shape);
    const outline: OutlineEntry[] = shape
      .filter(() => next(10) > 0)
      .map((path) => ({ path, tokens: 3 + next(100) }));
    const beforeTokens = outline.reduce((sum, { tokens }) => sum + tokens, 20);
    return JSON.stringify({
      fromAgent,
      toAgent,
      beforeTokens,
      outline,
      outlineTruncated: false,
      sessionId: `s${index}`,
    });
  });
}

function createShape(next: (limit: number) => number, fromAgent: string): string[] {
  return Array.from({ length: FIELDS }, (_, index) => {
    const share = index / FIELDS;
    const root =
      share < 0.5
        ? fromAgent
        : share < 0.8
          ? `agent_${next(AGENTS)}`
          : share < 0.9
            ? "observations[]"
            : "original_input";
    const field = next(4) > 0 ? `field_${next(20)}` : "claim";
    const list = next(3) === 0 ? `.items[].${"xyz".charAt(next(3))}` : "";
    return `${root}.${field}${list}${next(8) === 0 ? ".ssn" : ""}`;
  }).sort();
}
