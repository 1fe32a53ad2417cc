import { type Policy, parsePolicy } from "@baton/core";
import { expect, it } from "vitest";
import { describeChanges } from "./describe-changes";

const ENFORCED = { enabled: true, observe: false };

function read(settings: object, ...rules: object[]): { policy: Policy; policySwitch: typeof ENFORCED } {
  const agent_handoff_rules = rules.map((rule) => ({ from_agent_id: "a", to_agent_id: "b", ...rule }));
  const parsed = parsePolicy({ multi_agent_handoffs: { ...settings, agent_handoff_rules } });
  if (!parsed.ok) throw new Error("it can be read");
  return { policy: parsed.policy, policySwitch: ENFORCED };
}

const LIVE = read({}, { rule_id: "one" }, { rule_id: "two" });

it("describeChanges names changed rules, their order, global settings and the switch", () => {
  const rules = [{ rule_id: "one" }, { rule_id: "two" }];
  expect(describeChanges(LIVE, LIVE)).toBe("no rule or setting changed");
  expect(describeChanges(read({}, { rule_id: "one", handoff_mode: "full" }, { rule_id: "new" }), LIVE)).toBe(
    "rules: 1 added, 1 edited, 1 deleted",
  );
  expect(describeChanges(read({}, ...rules.toReversed()), LIVE)).toBe("rules: reordered");
  expect(describeChanges(read({ enforcement_level: "advisory" }, ...rules), LIVE)).toBe(
    "for every handoff: Level",
  );
  const many = { enforcement_level: "advisory", default_handoff_mode: "full", minimal_input_fields: [] };
  expect(describeChanges(read(many, ...rules), LIVE)).toBe("for every handoff: 3 settings");
  expect(describeChanges({ ...LIVE, policySwitch: { enabled: false, observe: true } }, LIVE)).toBe(
    "handoff control: observe",
  );
});

it("describeChanges compares a first draft with an empty one", () => {
  const policySwitch = { enabled: false, observe: true };
  expect(describeChanges({ ...read({}), policySwitch })).toBe("no rule or setting changed");
  expect(describeChanges({ ...LIVE, policySwitch })).toBe("rules: 2 added");
});
