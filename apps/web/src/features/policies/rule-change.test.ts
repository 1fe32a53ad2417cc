import { type Policy, parsePolicy } from "@baton/core";
import { expect, it } from "vitest";
import { changeOf, countChanges } from "./rule-change";

function read(...rules: object[]): Policy {
  const parsed = parsePolicy({
    multi_agent_handoffs: {
      agent_handoff_rules: rules.map((rule) => ({ from_agent_id: "a", to_agent_id: "b", ...rule })),
    },
  });
  if (!parsed.ok) throw new Error("the rules can be read");
  return parsed.policy;
}

const LIVE = read({ rule_id: "same" }, { rule_id: "edited" }, { rule_id: "gone" });
const DRAFT = read({ rule_id: "same" }, { rule_id: "edited", handoff_mode: "full" }, { rule_id: "new" });

it("changeOf distinguishes new, edited and unchanged rules", () => {
  expect(DRAFT.agent_handoff_rules.map((rule) => changeOf(rule, LIVE))).toEqual([null, "edited", "new"]);
  expect(countChanges(DRAFT, LIVE)).toEqual({ added: 1, edited: 1, deleted: 1 });
});

it("countChanges counts every rule as new without a live policy", () => {
  expect(countChanges(DRAFT, null)).toEqual({ added: 3, edited: 0, deleted: 0 });
});
