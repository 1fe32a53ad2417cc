import { buildLineage, distinguishAgents, focusLineage, type LineageFocus } from "@baton/server/lineage";
import type { RouterOutputs } from "@/server/root";
import { isObserved, passedTokens } from "./handoff/observed";

export type SessionHandoff = RouterOutputs["sessions"]["get"]["handoffs"][number];

/** A handoff with its number in the session, from 1, and the milliseconds since the one before. */
export type NumberedHandoff = SessionHandoff & { number: number; sincePrevious: number | null };

/** Numbers the handoffs of a session, oldest first. */
export function numberHandoffs(handoffs: readonly SessionHandoff[]): NumberedHandoff[] {
  return handoffs.map((handoff, index) => {
    const previous = handoffs[index - 1];
    const sincePrevious = previous ? handoff.occurredAt - previous.occurredAt : null;
    return { ...handoff, number: index + 1, sincePrevious };
  });
}

/** Maximum size of a readable graph that lays out quickly. */
const GRAPH_LIMIT = { agents: 24, edges: 80 };

/**
 * Returns the part of a session to draw: around an agent, or the
 * whole, up to a readable size.
 */
export function selectLineage(handoffs: readonly NumberedHandoff[], focus: LineageFocus) {
  const passed = distinguishAgents(handoffs).map((handoff) => ({
    ...handoff,
    afterTokens: passedTokens(handoff),
  }));
  const whole = buildLineage(passed);
  const reached = focusLineage(whole, focus, GRAPH_LIMIT);
  const agents = new Set(reached.nodes.map(({ agent }) => agent));
  const within = passed.filter(({ fromAgent, toAgent }) => agents.has(fromAgent) && agents.has(toAgent));
  // A part of the session may be small enough to draw handoffs one by one.
  const { isGrouped, edges } = buildLineage(within);
  const shown = isGrouped ? reached.edges : edges;
  const observed = new Set(handoffs.filter(isObserved).map(({ eventId }) => eventId));
  return {
    nodes: reached.nodes,
    isGrouped,
    agentCount: whole.nodes.length,
    hiddenAgents: reached.hiddenAgents,
    hiddenEdges: isGrouped ? reached.hiddenEdges : 0,
    edges: shown.map((edge) => ({
      ...edge,
      /** Number of its handoffs in observe mode. */
      observedCount: edge.eventIds.filter((id) => observed.has(id)).length,
      number: (isGrouped ? passed : within)[edge.number - 1]?.number ?? edge.number,
    })),
  };
}
export type SelectedLineage = ReturnType<typeof selectLineage>;

export interface HandoffFilter {
  /** Text in agents, rule or event ID, or a number: `#12`. */
  find: string | null;
  violation: boolean;
  from: string | null;
  to: string | null;
}

/** Filters handoffs by text, agents, and, if requested, by policy violation. */
export function findHandoffs(
  handoffs: readonly NumberedHandoff[],
  { find, violation, from, to }: HandoffFilter,
): NumberedHandoff[] {
  const letters = find?.trim().toLowerCase() ?? "";
  return handoffs.filter(({ number, fromAgent, toAgent, ruleId, eventId, enforcement }) => {
    const isFound =
      letters === "" ||
      letters === `#${number}` ||
      [fromAgent, toAgent, ruleId ?? "no rule", eventId].some((text) => text.toLowerCase().includes(letters));
    const isBetween = (from === null || fromAgent === from) && (to === null || toAgent === to);
    return isFound && isBetween && (!violation || enforcement === "differs");
  });
}
