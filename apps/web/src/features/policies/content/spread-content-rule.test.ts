import type { ContentRule } from "@baton/core/policy";
import { expect, it } from "vitest";
import { findAgents, spreadContentRule } from "./spread-content-rule";

const KNOWN = ["eu_finance", "us_finance", "us_finance_audit", "intake"];

it.each([
  ["*_finance", ["eu_finance", "us_finance"]],
  ["us_*", ["us_finance", "us_finance_audit"]],
  ["*fin*audit", ["us_finance_audit"]],
  ["*", KNOWN.toSorted()],
  ["intake, new_agent\nintake", ["intake", "new_agent"]],
  ["a*a intake", ["intake"]],
])("findAgents finds %s", (text, agents) => {
  expect(findAgents(text, KNOWN).agents).toEqual(agents);
});

it("findAgents names the patterns without an agent", () => {
  expect(findAgents("*_legal intake", KNOWN).unmatched).toEqual(["*_legal"]);
});

const RULE: ContentRule = {
  rule_id: "no_ibans",
  from_agent_id: "*",
  to_agent_id: "us_finance",
  detector: "iban",
  action: "redact",
};

it("spreadContentRule puts a rule for each agent in the place of the rule, with IDs of their own", () => {
  const other = { ...RULE, rule_id: "no_ibans_eu_finance" };
  const last = { ...RULE, rule_id: "last" };
  const rules = spreadContentRule([other, RULE, last], 1, {
    side: "to_agent_id",
    agents: ["eu_finance", "us_finance", "ä b"],
  });
  expect(rules.map(({ rule_id, to_agent_id }) => [rule_id, to_agent_id])).toEqual([
    ["no_ibans_eu_finance", "us_finance"],
    ["no_ibans", "us_finance"],
    ["no_ibans_eu_finance_2", "eu_finance"],
    ["no_ibans___b", "ä b"],
    ["last", "us_finance"],
  ]);
  expect(spreadContentRule([RULE], 0, { side: "from_agent_id", agents: [] })).toEqual([RULE]);
});
