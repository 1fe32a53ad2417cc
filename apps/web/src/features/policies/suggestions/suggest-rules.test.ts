import { parsePolicy } from "@baton/core";
import { expect, it } from "vitest";
import { findOutcomes } from "../rule/field-tree";
import { listOpenPairs, suggestRule } from "./suggest-rules";

const NOW = 0;

function read(section: Record<string, unknown>) {
  const parsed = parsePolicy({ multi_agent_handoffs: section });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  return { policy: parsed.policy, section };
}

const rule = (more: object) => ({ rule_id: "r", from_agent_id: "a", to_agent_id: "b", ...more });
const seen = ["a.score", "a.person.name", "a.ssn", "c.other"].map((path) => ({ path, handoffs: 4 }));
const traffic = [
  { from: "a", to: "b", handoffs: 4 },
  { from: "c", to: "b", handoffs: 9 },
];

it("listOpenPairs lists pairs without a rule or a list of fields, busiest first", () => {
  const open = (section: Record<string, unknown>) =>
    listOpenPairs(read(section).policy, traffic, NOW).map(({ from, ruleId }) => [from, ruleId]);
  const scoped = { default_handoff_mode: "scoped" };
  expect(open({ ...scoped, agent_handoff_rules: [rule({ handoff_mode: "scoped" })] })).toEqual([
    ["c", null],
    ["a", "r"],
  ]);
  const listed = rule({ handoff_mode: "scoped", allowed_context_fields: ["score"] });
  expect(open({ ...scoped, agent_handoff_rules: [listed] })).toEqual([["c", null]]);
  expect(open({ default_handoff_mode: "minimal", agent_handoff_rules: [] })).toEqual([]);
});

it("suggestRule lists what passes today, and changes no outcome of a field that was seen", () => {
  for (const rules of [[], [rule({ handoff_mode: "scoped", blocked_context_fields: ["score"] })]]) {
    const before = read({
      default_handoff_mode: "scoped",
      blocked_context_fields: ["ssn"],
      agent_handoff_rules: rules,
    });
    const [pair] = listOpenPairs(before.policy, traffic.slice(0, 1), NOW);
    if (!pair) throw new Error("the pair is open");
    const suggestion = suggestRule(before, pair, seen, NOW);
    expect(suggestion?.fields).toEqual(rules.length === 0 ? ["person", "score"] : ["person"]);
    const after = read({ ...suggestion?.section });
    const outcomes = ({ policy }: typeof before, paths: string[]) =>
      [...findOutcomes(policy, { from: "a", to: "b" }, paths, NOW).values()].map(
        ({ cause }) => cause === null,
      );
    const known = ["a.score", "a.person.name", "a.ssn"];
    expect(outcomes(after, known)).toEqual(outcomes(before, known));
    expect(outcomes(before, ["a.later"])).toEqual([true]);
    expect(outcomes(after, ["a.later"])).toEqual([false]);
  }
});

it("suggestRule suggests nothing if no field passes", () => {
  const none = read({
    default_handoff_mode: "scoped",
    blocked_context_fields: ["score"],
    agent_handoff_rules: [],
  });
  const pair = { from: "a", to: "b", handoffs: 4, ruleId: null };
  expect(suggestRule(none, pair, seen.slice(0, 1), NOW)).toBeNull();
});
