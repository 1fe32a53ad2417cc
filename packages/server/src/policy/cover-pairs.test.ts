import { Policy } from "@baton/core";
import { describe, expect, it } from "vitest";
import { coverPairs } from "./cover-pairs";

const NOON = Date.UTC(2026, 2, 10, 12);
const policy = Policy.parse({
  default_handoff_mode: "minimal",
  agent_handoff_rules: [
    { rule_id: "wide", from_agent_id: "a", to_agent_id: "*" },
    {
      rule_id: "late",
      from_agent_id: "a",
      to_agent_id: "b",
      handoff_mode: "full",
      expires_at: "2026-03-12T00:00:00Z",
    },
    { rule_id: "soon", from_agent_id: "c", to_agent_id: "b", expires_at: "2026-03-11T00:00:00Z" },
  ],
});

describe("coverPairs", () => {
  it("returns the rule that applies to each pair, and marks traffic without a rule", () => {
    const pairs = [
      { from: "a", to: "b", handoffs: 3 },
      { from: "x", to: "y", handoffs: 2 },
      { from: "y", to: "x", handoffs: 0 },
    ];
    const covered = coverPairs(policy, pairs, { now: NOON });
    expect(covered.map(({ match, isUncovered }) => [match.ruleId, match.mode, isUncovered])).toEqual([
      ["late", "full", false],
      [null, "minimal", true],
      [null, "minimal", false],
    ]);
  });
});
