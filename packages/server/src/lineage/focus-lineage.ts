import type { Lineage, LineageEdge } from "./build-lineage";

/** The part of a graph to show. */
export interface LineageFocus {
  /** The agent in focus; null for the whole graph. */
  readonly agent: string | null;
  /** Follows the agent's incoming handoffs, its outgoing ones, or both. */
  readonly direction: "both" | "upstream" | "downstream";
  /** Maximum distance from the agent, in handoffs. */
  readonly depth: number;
}

/** A graph without some agents and edges, and the number of those. */
interface FocusedLineage extends Pick<Lineage, "nodes" | "edges"> {
  readonly hiddenAgents: number;
  readonly hiddenEdges: number;
}

/**
 * Reduces a graph to the agents within reach of the one in focus: at most `limit.agents`, those with the
 * most traffic, and at most `limit.edges` between them, again those with the most. Always keeps the agent
 * in focus.
 */
export function focusLineage(
  lineage: Pick<Lineage, "nodes" | "edges">,
  focus: LineageFocus,
  limit: { agents: number; edges: number },
): FocusedLineage {
  const reached = focus.agent === null ? null : findReached(lineage.edges, { ...focus, agent: focus.agent });
  const within = lineage.nodes.filter(({ agent }) => reached === null || reached.has(agent));
  const weight = (node: Lineage["nodes"][number]) =>
    node.agent === focus.agent ? Number.POSITIVE_INFINITY : (node.tokensIn ?? 0) + (node.tokensOut ?? 0);
  const largest = new Set(
    [...within]
      .sort((a, b) => weight(b) - weight(a))
      .slice(0, limit.agents)
      .map(({ agent }) => agent),
  );
  const nodes = within.filter(({ agent }) => largest.has(agent));
  const between = lineage.edges.filter(
    ({ fromAgent, toAgent }) => largest.has(fromAgent) && largest.has(toAgent),
  );
  const heaviest = new Set(
    [...between].sort((a, b) => (b.afterTokens ?? 0) - (a.afterTokens ?? 0)).slice(0, limit.edges),
  );
  const edges = between.filter((edge) => heaviest.has(edge));
  return {
    nodes,
    edges,
    hiddenAgents: lineage.nodes.length - nodes.length,
    hiddenEdges: lineage.edges.length - edges.length,
  };
}

/** Returns the agents at most `depth` handoffs away, by the shortest path. */
function findReached(
  edges: readonly LineageEdge[],
  { agent, direction, depth }: LineageFocus & { agent: string },
): ReadonlySet<string> {
  const neighbours = new Map<string, Set<string>>();
  const connect = (from: string, to: string) => {
    const known = neighbours.get(from);
    if (known) known.add(to);
    else neighbours.set(from, new Set([to]));
  };
  for (const { fromAgent, toAgent } of edges) {
    if (direction !== "upstream") connect(fromAgent, toAgent);
    if (direction !== "downstream") connect(toAgent, fromAgent);
  }
  const reached = new Set([agent]);
  let frontier = [agent];
  for (let step = 0; step < depth && frontier.length > 0; step += 1) {
    frontier = frontier
      .flatMap((one) => [...(neighbours.get(one) ?? [])])
      .filter((one) => {
        const isNew = !reached.has(one);
        reached.add(one);
        return isNew;
      });
  }
  return reached;
}
