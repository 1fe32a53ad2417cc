import { parsePolicy } from "@baton/core";
import { expect, it } from "vitest";
import { blockInRules } from "./block-in-rules";

const section = {
  agent_handoff_rules: [
    { rule_id: "a", from_agent_id: "a", to_agent_id: "b", handoff_mode: "scoped", note: "kept" },
    {
      rule_id: "b",
      from_agent_id: "b",
      to_agent_id: "c",
      handoff_mode: "full",
      blocked_context_fields: ["ssn"],
    },
    { rule_id: "c", from_agent_id: "c", to_agent_id: "d", handoff_mode: "full" },
  ],
};

it("blockInRules blocks a field in the chosen rules only, once each, and keeps what it does not know", () => {
  const parsed = parsePolicy({ multi_agent_handoffs: section });
  if (!parsed.ok) throw new Error("the policy is invalid");
  expect(blockInRules(section, parsed.policy, { field: "ssn", positions: [0, 1] })).toEqual({
    changed: 1,
    section: {
      agent_handoff_rules: [
        { ...section.agent_handoff_rules[0], blocked_context_fields: ["ssn"] },
        ...section.agent_handoff_rules.slice(1),
      ],
    },
  });
});
