interface Named {
  fromAgent: string;
  fromAgentId: string | null;
  toAgent: string;
  toAgentId: string | null;
}

/**
 * Numbers the agents that share a name: the second one of the type `reviewer` is `reviewer #2`, so that a
 * graph has a node for each. An agent without an ID counts as the first.
 *
 * @param handoffs in the order of time.
 */
export function distinguishAgents<Handoff extends Named>(handoffs: readonly Handoff[]): Handoff[] {
  const idsByName = new Map<string, string[]>();
  const label = (name: string, id: string | null) => {
    if (id === null) return name;
    const ids = idsByName.get(name) ?? [];
    idsByName.set(name, ids);
    if (!ids.includes(id)) ids.push(id);
    const place = ids.indexOf(id);
    return place === 0 ? name : `${name} #${place + 1}`;
  };
  return handoffs.map((handoff) => ({
    ...handoff,
    fromAgent: label(handoff.fromAgent, handoff.fromAgentId),
    toAgent: label(handoff.toAgent, handoff.toAgentId),
  }));
}
