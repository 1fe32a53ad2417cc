import { Policy } from "@baton/core";
import { describe, expect, it } from "vitest";
import { listExpiries } from "./list-expiries";

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

describe("listExpiries", () => {
  it("lists the rules that expire in a period, earliest first, with the rule that applies afterwards", () => {
    const listed = listExpiries(policy, { from: NOON, until: NOON + 2 * 86_400_000 });
    expect(listed.map(({ rule, successor }) => [rule.rule_id, successor.ruleId, successor.mode])).toEqual([
      ["soon", null, "minimal"],
      ["late", "wide", "scoped"],
    ]);
    expect(listExpiries(policy, { from: NOON, until: NOON + 43_200_000 })).toHaveLength(1);
    expect(listExpiries(policy, { from: NOON + 43_200_000, until: NOON + 43_200_001 })).toEqual([]);
  });
});
