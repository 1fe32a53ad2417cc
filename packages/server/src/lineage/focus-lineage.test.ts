import { describe, expect, it } from "vitest";
import { buildLineage } from "./build-lineage";
import { focusLineage } from "./focus-lineage";

const chain = ["a", "b", "c", "d", "e"];
const LINEAGE = buildLineage(
  chain.slice(1).map((toAgent, index) => ({
    eventId: toAgent,
    kind: "context",
    fromAgent: chain[index] ?? "",
    toAgent,
    ruleId: null,
    occurredAt: index,
    beforeTokens: 10 * (index + 1),
    afterTokens: 1,
  })),
);
const agentsOf = (focus: Partial<Parameters<typeof focusLineage>[1]>, limit = { agents: 9, edges: 9 }) =>
  focusLineage(LINEAGE, { agent: null, direction: "both", depth: 1, ...focus }, limit).nodes.map(
    (node) => node.agent,
  );

describe("focusLineage", () => {
  it("shows the agents within reach in the chosen direction", () => {
    expect(agentsOf({ agent: "c" })).toEqual(["b", "c", "d"]);
    expect(agentsOf({ agent: "c", direction: "upstream", depth: 9 })).toEqual(["a", "b", "c"]);
    expect(agentsOf({ agent: "c", direction: "downstream", depth: 2 })).toEqual(["c", "d", "e"]);
  });

  it("keeps the agents with the most traffic and counts the hidden ones", () => {
    expect(agentsOf({}, { agents: 2, edges: 9 })).toEqual(["c", "d"]);
    const { edges, hiddenAgents, hiddenEdges } = focusLineage(
      LINEAGE,
      { agent: null, direction: "both", depth: 1 },
      { agents: 2, edges: 9 },
    );
    expect([edges.length, hiddenAgents, hiddenEdges]).toEqual([1, 3, 3]);
  });

  it("hides the edges with the least traffic", () => {
    const { edges } = focusLineage(
      LINEAGE,
      { agent: null, direction: "both", depth: 1 },
      { agents: 9, edges: 2 },
    );
    expect(edges.map(({ number }) => number)).toEqual([1, 2]);
  });

  it("always keeps the agent in focus, and accepts an unknown agent", () => {
    expect(agentsOf({ agent: "e", depth: 9 }, { agents: 1, edges: 9 })).toEqual(["e"]);
    expect(agentsOf({ agent: "nobody" })).toEqual([]);
  });
});
