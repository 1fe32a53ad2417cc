import { expect, it } from "vitest";
import { buildSessionHandoff } from "../../../test/session-handoff";
import { findHandoffs, selectLineage } from "./select-handoffs";

const star = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    buildSessionHandoff("hub", `spoke-${index}`, { number: index + 1 }),
  );

it("selectLineage limits a session to its largest agents, and returns the number omitted", () => {
  const { nodes, isGrouped, hiddenAgents, agentCount } = selectLineage(star(200), {
    agent: null,
    direction: "both",
    depth: 1,
  });
  expect([nodes.length, isGrouped, hiddenAgents, agentCount]).toEqual([24, false, 177, 201]);
});

it("selectLineage draws the neighbors of one agent, with the session's handoff numbers", () => {
  const { nodes, edges } = selectLineage(star(200), { agent: "spoke-150", direction: "both", depth: 1 });
  expect(nodes.map(({ agent }) => agent)).toEqual(["hub", "spoke-150"]);
  expect(edges.map(({ number }) => number)).toEqual([151]);
});

it("selectLineage draws observe-only handoffs in full, and counts them", () => {
  const { nodes, edges } = selectLineage(
    [buildSessionHandoff("a", "b", { scopingState: "observed" }), buildSessionHandoff("b", "c")],
    {
      agent: null,
      direction: "both",
      depth: 1,
    },
  );
  expect(nodes.map(({ tokensIn }) => tokensIn)).toEqual([0, 10, 5]);
  expect(
    edges.map(({ afterTokens, shareSaved, observedCount }) => [afterTokens, shareSaved, observedCount]),
  ).toEqual([
    [10, 0, 1],
    [5, 0.5, 0],
  ]);
});

it("findHandoffs filters by agent, rule and policy violations", () => {
  const handoffs = [
    buildSessionHandoff("a", "b"),
    buildSessionHandoff("b", "c", { enforcement: "differs", ruleId: null, number: 2 }),
  ];
  const numbers = (find: string | null, violation = false) =>
    findHandoffs(handoffs, { find, violation, from: null, to: null }).map(({ number }) => number);
  expect(numbers("#2")).toEqual([2]);
  expect(numbers("A")).toEqual([1]);
  expect(numbers("no rule")).toEqual([2]);
  expect(numbers(null, true)).toEqual([2]);
  expect(numbers("  ")).toEqual([1, 2]);
});

it("selectLineage draws two agents of one type as two nodes, nested as they were called", () => {
  const { nodes, edges } = selectLineage(
    [
      buildSessionHandoff("main", "reviewer", { toAgentId: "a1" }),
      buildSessionHandoff("reviewer", "reviewer", { eventId: "nested", fromAgentId: "a1", toAgentId: "a2" }),
    ],
    { agent: null, direction: "both", depth: 1 },
  );
  expect(nodes.map(({ agent }) => agent)).toEqual(["main", "reviewer", "reviewer #2"]);
  expect(edges.map(({ fromAgent, toAgent }) => [fromAgent, toAgent])).toEqual([
    ["main", "reviewer"],
    ["reviewer", "reviewer #2"],
  ]);
});
