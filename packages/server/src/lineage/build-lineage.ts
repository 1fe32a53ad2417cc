import { type HandoffKind, isGoverned } from "@baton/core/session";

/** The data lineage needs of a handoff. Sizes are in tokens, times in milliseconds since 1970. */
export interface LineageHandoff {
  eventId: string;
  kind: HandoffKind;
  fromAgent: string;
  toAgent: string;
  ruleId: string | null;
  occurredAt: number;
  beforeTokens: number | null;
  afterTokens: number | null;
}

/** An agent of a session: the tokens that reached it, those that it offered, and its period. */
export interface LineageNode {
  agent: string;
  /** Null if the size of one of its handoffs was not recorded. */
  tokensIn: number | null;
  tokensOut: number | null;
  firstSeenAt: number;
  lastSeenAt: number;
  /** True if the session starts here: no handoff reached the agent before its first own one. */
  isStart: boolean;
}

/** One handoff, or all handoffs of a pair and kind if a session has very many. */
export interface LineageEdge {
  /** Position in time, from 1; for several handoffs, the position of the first. */
  number: number;
  eventIds: [string, ...string[]];
  kind: HandoffKind;
  fromAgent: string;
  toAgent: string;
  beforeTokens: number | null;
  afterTokens: number | null;
  /** Share of the original tokens that did not pass, 0 to 1; null if either size was not recorded. */
  shareSaved: number | null;
  /** A context handoff to which no rule applied, so that the policy's default did. */
  isDefault: boolean;
}

export interface Lineage {
  nodes: LineageNode[];
  edges: LineageEdge[];
  /** True if an edge may combine several handoffs. */
  isGrouped: boolean;
}

/** More edges than this are unreadable, so handoffs are grouped by pair. */
const MAX_SINGLE_EDGES = 40;
/** With this many edges, a graph is also unreadable if its pairs have more than three on average. */
const REPEATED = { edges: 12, perPair: 3 };

/**
 * Builds the graph of handoffs between the agents of one session.
 *
 * @param handoffs in the order of time.
 */
export function buildLineage(handoffs: readonly LineageHandoff[]): Lineage {
  const single = handoffs.map(toEdge);
  const grouped = groupByPair(single);
  const isGrouped =
    single.length > MAX_SINGLE_EDGES ||
    (single.length >= REPEATED.edges && single.length > REPEATED.perPair * grouped.length);
  return { nodes: buildNodes(handoffs), edges: isGrouped ? grouped : single, isGrouped };
}

function buildNodes(handoffs: readonly LineageHandoff[]): LineageNode[] {
  const nodes = new Map<string, LineageNode>();
  const visit = (agent: string, at: number, isStart: boolean) => {
    const known = nodes.get(agent);
    if (known) {
      known.lastSeenAt = at;
      return known;
    }
    const node: LineageNode = {
      agent,
      tokensIn: 0,
      tokensOut: 0,
      firstSeenAt: at,
      lastSeenAt: at,
      isStart,
    };
    nodes.set(agent, node);
    return node;
  };
  for (const { fromAgent, toAgent, occurredAt, beforeTokens, afterTokens } of handoffs) {
    const sender = visit(fromAgent, occurredAt, true);
    sender.tokensOut = add(sender.tokensOut, beforeTokens);
    const receiver = visit(toAgent, occurredAt, false);
    receiver.tokensIn = add(receiver.tokensIn, afterTokens);
  }
  return [...nodes.values()];
}

function toEdge(handoff: LineageHandoff, index: number): LineageEdge {
  const { eventId, kind, fromAgent, toAgent, ruleId, beforeTokens, afterTokens } = handoff;
  return {
    number: index + 1,
    eventIds: [eventId],
    kind,
    fromAgent,
    toAgent,
    beforeTokens,
    afterTokens,
    shareSaved: shareSaved(beforeTokens, afterTokens),
    isDefault: isGoverned(kind) && ruleId === null,
  };
}

function groupByPair(edges: readonly LineageEdge[]): LineageEdge[] {
  const groups = new Map<string, LineageEdge>();
  for (const edge of edges) {
    const key = JSON.stringify([edge.kind, edge.fromAgent, edge.toAgent]);
    const group = groups.get(key);
    if (!group) {
      groups.set(key, { ...edge, eventIds: [...edge.eventIds] });
      continue;
    }
    group.eventIds.push(...edge.eventIds);
    group.beforeTokens = add(group.beforeTokens, edge.beforeTokens);
    group.afterTokens = add(group.afterTokens, edge.afterTokens);
    group.shareSaved = shareSaved(group.beforeTokens, group.afterTokens);
    group.isDefault &&= edge.isDefault;
  }
  return [...groups.values()];
}

/** Adds two sizes; null if either was not recorded. */
function add(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}

function shareSaved(before: number | null, after: number | null): number | null {
  return before === null || after === null || before === 0 ? null : (before - after) / before;
}
