import { Policy } from "@baton/core";
import { createPolicyIndex, explainMatch } from "@baton/core/policy";
import { expect, it } from "vitest";
import { toMatchDto } from "./match-dto";

const NOW = Date.UTC(2026, 2, 1);

function toDto(rules: readonly object[]) {
  const policy = Policy.parse({
    agent_handoff_rules: rules.map((rule, index) => ({
      rule_id: `r${index}`,
      from_agent_id: "a",
      to_agent_id: "b",
      handoff_mode: "full",
      ...rule,
    })),
  });
  return toMatchDto(explainMatch(createPolicyIndex(policy), "a", "b", { now: NOW }));
}

it("toMatchDto returns each rule that names the pair, and the one that applies", () => {
  expect(toDto([{}, { from_agent_id: "*" }])).toMatchObject({
    candidates: {
      first: [
        { position: 0, ruleId: "r0", fromAgent: "a", specificity: "exact", verdict: "applies" },
        { position: 1, ruleId: "r1", fromAgent: "*", toAgent: "b", verdict: "less_specific" },
      ],
      count: 2,
    },
    summary: expect.stringContaining("`r0` applies"),
  });
});

it("toMatchDto limits thousands of rules to two hundred plus the one that applies", () => {
  const expired = Array(5_000).fill({ expires_at: "2020-01-01T00:00:00Z", allowed_context_fields: ["x"] });
  const { candidates } = toDto([...expired, {}]);
  expect(candidates).toMatchObject({ count: 5_001 });
  expect(candidates.first).toHaveLength(201);
  expect(candidates.first.at(-1)).toMatchObject({ verdict: "applies", position: 5_000 });
});
