import { describe, expect, it } from "vitest";
import { buildLineage, type LineageHandoff } from "./build-lineage";

function handoff(fields: Partial<LineageHandoff> & { eventId: string }): LineageHandoff {
  return {
    kind: "context",
    fromAgent: "intake",
    toAgent: "fraud",
    ruleId: "r",
    occurredAt: 0,
    beforeTokens: 100,
    afterTokens: 40,
    ...fields,
  };
}

describe("buildLineage", () => {
  it("adds up the tokens that reached each agent and that it offered", () => {
    const { nodes, edges, isGrouped } = buildLineage([
      handoff({ eventId: "a", occurredAt: 1 }),
      handoff({ eventId: "b", fromAgent: "fraud", toAgent: "advice", ruleId: null, occurredAt: 5 }),
      handoff({ eventId: "c", toAgent: "advice", beforeTokens: 10, afterTokens: 10, occurredAt: 9 }),
    ]);
    expect(isGrouped).toBe(false);
    expect(nodes).toEqual([
      { agent: "intake", tokensIn: 0, tokensOut: 110, firstSeenAt: 1, lastSeenAt: 9, isStart: true },
      { agent: "fraud", tokensIn: 40, tokensOut: 100, firstSeenAt: 1, lastSeenAt: 5, isStart: false },
      { agent: "advice", tokensIn: 50, tokensOut: 0, firstSeenAt: 5, lastSeenAt: 9, isStart: false },
    ]);
    expect(edges.map((edge) => [edge.number, edge.shareSaved, edge.isDefault])).toEqual([
      [1, 0.6, false],
      [2, 0.6, true],
      [3, 0, false],
    ]);
  });

  it("returns no share if a size was not recorded", () => {
    const { edges, nodes } = buildLineage([
      handoff({ eventId: "a", kind: "return", beforeTokens: null }),
      handoff({ eventId: "b", kind: "return" }),
    ]);
    expect(edges[0]).toMatchObject({ shareSaved: null, isDefault: false });
    expect(nodes.map(({ tokensIn, tokensOut }) => [tokensIn, tokensOut])).toEqual([
      [0, null],
      [80, 0],
    ]);
  });

  it("groups handoffs by pair if there are more than 40", () => {
    const { edges, isGrouped } = buildLineage(
      Array.from({ length: 41 }, (_, index) =>
        handoff({ eventId: `e${index}`, ruleId: index === 40 ? "r" : null, toAgent: index % 2 ? "a" : "b" }),
      ),
    );
    expect(isGrouped).toBe(true);
    expect(edges.map((edge) => [edge.number, edge.toAgent, edge.eventIds.length, edge.beforeTokens])).toEqual(
      [
        [1, "b", 21, 2_100],
        [2, "a", 20, 2_000],
      ],
    );
    expect(edges.map((edge) => edge.isDefault)).toEqual([false, true]);
  });
});
