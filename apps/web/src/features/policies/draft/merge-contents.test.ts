import { ENFORCED, type PolicySwitch } from "@baton/core";
import { expect, it } from "vitest";
import { type DraftContent, readContent, storeContent } from "./draft-content";
import { mergeContents } from "./merge-contents";

const OBSERVING: PolicySwitch = { enabled: false, observe: true };
const OFF: PolicySwitch = { enabled: false, observe: false };

function content(section: object, foreign: object = {}, policySwitch = ENFORCED): DraftContent {
  const document = JSON.stringify({ ...foreign, policies: { multi_agent_handoffs: section } });
  const read = readContent({ document, policySwitch });
  if (!read.ok) throw new Error(JSON.stringify(read.findings));
  return read.content;
}

const rule = (rule_id: string, more: object = {}) => ({
  rule_id,
  from_agent_id: rule_id,
  to_agent_id: "*",
  ...more,
});
const rules = (...all: object[]) => ({ agent_handoff_rules: all });
const BASE = content(rules(rule("a"), rule("b")));

it("mergeContents keeps a newly published rule and a newly drafted one", () => {
  const mine = content(rules(rule("a", { handoff_mode: "minimal" }), rule("b")));
  const theirs = content(rules(rule("a"), rule("b"), rule("live")));
  const { content: merged, conflicts } = mergeContents({ base: BASE, mine, theirs });
  expect(conflicts).toEqual([]);
  expect(JSON.parse(storeContent(merged).document)).toEqual({
    policies: {
      multi_agent_handoffs: rules(rule("a", { handoff_mode: "minimal" }), rule("b"), rule("live")),
    },
  });
});

it("mergeContents reports a rule that both changed, and uses the chosen side", () => {
  const mine = content(rules(rule("a", { handoff_mode: "minimal" }), rule("b")));
  const theirs = content(rules(rule("a", { handoff_mode: "full" }), rule("b")));
  const { conflicts } = mergeContents({ base: BASE, mine, theirs });
  expect(conflicts).toMatchObject([{ ruleId: "a", field: "handoff_mode", mine: "minimal", theirs: "full" }]);
  const choices = new Map(conflicts.map(({ key }) => [key, "mine" as const]));
  expect(mergeContents({ base: BASE, mine, theirs }, choices).content.section).toEqual(mine.section);
});

it("mergeContents keeps a switch that one side changed, and reports one that both changed", () => {
  const turned = (policySwitch: PolicySwitch) => ({ ...BASE, policySwitch });
  const switchOf = (mine: PolicySwitch, theirs: PolicySwitch) =>
    mergeContents({ base: BASE, mine: turned(mine), theirs: turned(theirs) });
  expect(switchOf(OBSERVING, ENFORCED)).toMatchObject({
    content: { policySwitch: OBSERVING },
    conflicts: [],
  });
  expect(switchOf(ENFORCED, OFF)).toMatchObject({ content: { policySwitch: OFF }, conflicts: [] });
  expect(switchOf(OBSERVING, OFF)).toMatchObject({
    content: { policySwitch: OFF },
    conflicts: [{ field: "handoff control", base: "enforce", mine: "observe", theirs: "off" }],
  });
});

it("mergeContents keeps other file content that one side changed, and reports what both changed", () => {
  const section = rules(rule("a"), rule("b"));
  const [mine, theirs] = [content(section, { cost: 1 }), content(section, { cost: 2 })];
  expect(mergeContents({ base: BASE, mine, theirs: BASE })).toMatchObject({
    content: { document: mine.document },
    conflicts: [],
  });
  expect(mergeContents({ base: BASE, mine: BASE, theirs })).toMatchObject({
    content: { document: theirs.document },
    conflicts: [],
  });
  expect(mergeContents({ base: BASE, mine, theirs }).conflicts).toMatchObject([
    { ruleId: null, field: "rest of the file" },
  ]);
});
