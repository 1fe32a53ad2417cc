import { ENFORCED } from "@baton/core";
import { expect, it } from "vitest";
import { blockField, decideField } from "./decide-field";
import { type DraftContent, readContent, storeContent } from "./draft-content";

function content(section: object): DraftContent {
  const read = readContent({
    document: JSON.stringify({ other: 1, policies: { multi_agent_handoffs: section } }),
    policySwitch: ENFORCED,
  });
  if (!read.ok) throw new Error(JSON.stringify(read.findings));
  return read.content;
}

const LEAK = { from: "audit", to: "advice", field: "internal_notes" };
const rulesAfter = (section: object) => {
  const blocked = blockField(content(section), LEAK, 0);
  return (
    blocked &&
    JSON.parse(storeContent(blocked.content).document).policies.multi_agent_handoffs.agent_handoff_rules
  );
};

it("adds the field to the rule of the pair, and changes nothing else", () => {
  const other = { rule_id: "other", from_agent_id: "audit", to_agent_id: "*" };
  const own = { rule_id: "own", from_agent_id: "audit", to_agent_id: "advice", description: "kept" };
  expect(rulesAfter({ agent_handoff_rules: [other, { ...own, blocked_context_fields: ["ssn"] }] })).toEqual([
    other,
    { ...own, blocked_context_fields: ["ssn", "internal_notes"] },
  ]);
});

it("adds a rule with the terms that applied to the pair before", () => {
  const general = { rule_id: "r", from_agent_id: "audit", to_agent_id: "*", allowed_context_fields: ["x"] };
  expect(rulesAfter({ agent_handoff_rules: [general] })).toEqual([
    {
      ...general,
      rule_id: "audit_to_advice",
      to_agent_id: "advice",
      blocked_context_fields: ["internal_notes"],
    },
    general,
  ]);
  expect(rulesAfter({ default_handoff_mode: "full", agent_handoff_rules: [] })).toEqual([
    {
      rule_id: "audit_to_advice",
      from_agent_id: "audit",
      to_agent_id: "advice",
      handoff_mode: "full",
      blocked_context_fields: ["internal_notes"],
    },
  ]);
});

it("returns null if the rule of the pair blocks the field already", () => {
  const own = { rule_id: "own", from_agent_id: "audit", to_agent_id: "advice" };
  expect(
    rulesAfter({ agent_handoff_rules: [{ ...own, blocked_context_fields: ["internal_notes"] }] }),
  ).toBeNull();
});

it("decideField allows or blocks one field of a container, and leaves the others as they were", () => {
  const own = { rule_id: "own", from_agent_id: "audit", to_agent_id: "advice" };
  const allowed = { ...own, allowed_context_fields: ["score"] };
  const seen = ["audit.score", "audit.details.region", "audit.details.note"];
  const decide = (rule: object, path: string, choice: "pass" | "block") => {
    const decided = decideField(
      content({ agent_handoff_rules: [rule] }),
      { from: "audit", to: "advice", path, seen, choice },
      0,
    );
    return (
      decided &&
      JSON.parse(storeContent(decided.content).document).policies.multi_agent_handoffs.agent_handoff_rules[0]
    );
  };
  expect(decide(allowed, "audit.details.region", "pass")).toEqual({
    ...allowed,
    allowed_context_fields: ["score", "details.region"],
    blocked_context_fields: [],
  });
  expect(
    decide({ ...own, allowed_context_fields: ["details"] }, "audit.details.note", "block"),
  ).toMatchObject({
    blocked_context_fields: ["details.note"],
  });
  expect(decide(allowed, "audit.score", "pass")).toBeNull();
  expect(decide({ ...own, handoff_mode: "minimal" }, "audit.score", "pass")).toBeNull();
});
