import { type Policy, parsePolicy } from "@baton/core";
import { expect, it } from "vitest";
import { layCoverage, type Traffic } from "./coverage-grid";

function read(...rules: object[]): Policy {
  const parsed = parsePolicy({ multi_agent_handoffs: { agent_handoff_rules: rules } });
  if (!parsed.ok) throw new Error("the rules can be read");
  return parsed.policy;
}

const POLICY = read({ rule_id: "intake", from_agent_id: "intake", to_agent_id: "*" });
const pair = (from: string, to: string, handoffs: number): Traffic => ({
  from,
  to,
  handoffs,
  beforeTokens: 100,
  savedTokens: 20,
  summarizerTokens: 0,
});

it("layCoverage returns each pair's rule, traffic without a rule, and matching totals", () => {
  const grid = layCoverage(POLICY, [pair("intake", "fraud", 7), pair("fraud", "advice", 5)], 0);
  expect(grid.agents).toEqual(["intake", "fraud", "advice"]);
  const cells = grid.rows.map(({ cells: row }) =>
    row.map((cell) => cell && [cell.match.ruleId, cell.pair.handoffs, cell.isUncovered]),
  );
  expect(cells).toEqual([
    [null, ["intake", 7, false], ["intake", 0, false]],
    [[null, 0, false], null, [null, 5, true]],
    [[null, 0, false], [null, 0, false], null],
  ]);
  expect(grid.rows.map(({ handedOn }) => handedOn)).toEqual([7, 5, 0]);
  expect(grid.received).toEqual([0, 7, 5]);
  expect(grid.uncovered.map(({ pair: { from, to } }) => [from, to])).toEqual([["fraud", "advice"]]);
});

it("layCoverage limits the number of agents, and still finds all pairs without a rule", () => {
  const traffic = Array.from({ length: 80 }, (_, index) => pair(`a${index}`, "hub", 100 - index));
  const grid = layCoverage(POLICY, traffic, 0);
  expect(grid.agents).toHaveLength(60);
  expect(grid.agentCount).toBe(81);
  expect(grid.uncovered).toHaveLength(80);
});

it("layCoverage keeps pairs with a name, and orders agents by name or by handoffs without a rule", () => {
  const traffic = [pair("intake", "fraud", 9), pair("a10", "a2", 5), pair("fraud", "a2", 7)];
  const agentsOf = (view: Parameters<typeof layCoverage>[3]) => layCoverage(POLICY, traffic, 0, view).agents;
  expect(agentsOf({ find: "FRAUD", order: "name" })).toEqual(["a2", "fraud", "intake"]);
  expect(agentsOf({ order: "name" })).toEqual(["a2", "a10", "fraud", "intake"]);
  expect(agentsOf({ order: "gaps" })).toEqual(["a2", "fraud", "a10", "intake"]);
  expect(agentsOf({ order: "handoffs" })).toEqual(["fraud", "a2", "intake", "a10"]);
});
