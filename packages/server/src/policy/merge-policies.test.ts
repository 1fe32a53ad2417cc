import { describe, expect, it } from "vitest";
import { mergePolicies } from "./merge-policies";

const rule = (rule_id: string, fields: object = {}) => ({
  rule_id,
  from_agent_id: rule_id,
  to_agent_id: "*",
  ...fields,
});
const withRules = (...rules: object[]) => ({ agent_handoff_rules: rules });
const base = withRules(
  rule("a", { handoff_mode: "scoped", blocked_context_fields: ["x"] }),
  rule("b"),
  rule("c"),
);

describe("mergePolicies", () => {
  it("keeps the changes of both users, by rule and by setting", () => {
    const mine = withRules(
      rule("a", { handoff_mode: "full", blocked_context_fields: ["x"] }),
      rule("b"),
      rule("c"),
      rule("mine"),
    );
    const theirs = {
      ...withRules(
        rule("theirs"),
        rule("a", { handoff_mode: "scoped", blocked_context_fields: ["x"], description: "d" }),
        rule("b"),
      ),
      default_handoff_mode: "minimal",
    };
    expect(mergePolicies({ base, mine, theirs })).toEqual({
      section: {
        default_handoff_mode: "minimal",
        agent_handoff_rules: [
          rule("theirs"),
          rule("a", { handoff_mode: "full", blocked_context_fields: ["x"], description: "d" }),
          rule("b"),
          rule("mine"),
        ],
      },
      conflicts: [],
    });
  });

  it("merges policy tests by name, each as a whole", () => {
    const test = (name: string, fields: object = {}) => ({ name, from: "a", to: "b", text: "t", ...fields });
    const of = (...policy_tests: object[]) => ({ ...withRules(), policy_tests });
    const versions = {
      base: of(test("one"), test("two"), test("three")),
      mine: of(test("one", { text: "mine" }), test("two", { expect: { mode: "full" } }), test("mine")),
      theirs: of(test("theirs"), test("one", { text: "theirs" }), test("two"), test("three")),
    };
    const merged = mergePolicies(versions);
    expect(merged.section).toEqual(
      of(
        test("theirs"),
        test("one", { text: "theirs" }),
        test("two", { expect: { mode: "full" } }),
        test("mine"),
      ),
    );
    expect(merged.conflicts).toMatchObject([{ ruleId: "one", field: null, mine: { text: "mine" } }]);
    const [conflict] = merged.conflicts;
    const chosen = mergePolicies(versions, new Map([[conflict?.key ?? "", "mine"]]));
    expect(chosen.section.policy_tests).toContainEqual(test("one", { text: "mine" }));
  });

  it("merges content rules by rule, apart from handoff rules with the same ID", () => {
    const content = (rule_id: string, action: string) => ({ rule_id, detector: "email", action });
    const of = (...content_rules: object[]) => ({ ...withRules(rule("a")), content_rules });
    const merged = mergePolicies({
      base: of(content("a", "flag"), content("b", "flag")),
      mine: of(content("a", "redact"), content("b", "redact"), content("mine", "flag")),
      theirs: of(content("theirs", "flag"), content("a", "block"), content("b", "flag")),
    });
    expect(merged.section).toEqual(
      of(content("theirs", "flag"), content("a", "block"), content("b", "redact"), content("mine", "flag")),
    );
    expect(merged.conflicts).toMatchObject([
      { ruleId: "a", field: "action", base: "flag", mine: "redact", theirs: "block" },
    ]);
    const without = mergePolicies({
      base: of(content("a", "flag")),
      mine: withRules(),
      theirs: of(content("a", "flag")),
    });
    expect(without.section).toEqual(withRules());
  });

  it("adds and removes list fields as each user did", () => {
    const of = (...fields: string[]) => withRules(rule("a", { blocked_context_fields: fields }));
    const { section, conflicts } = mergePolicies({
      base: of("x", "y"),
      mine: of("y", "m"),
      theirs: of("x", "y", "t"),
    });
    expect(section).toEqual(of("y", "t", "m"));
    expect(conflicts).toEqual([]);
  });

  it("merges the settings of a translation one by one", () => {
    const of = (fields: object) =>
      withRules(rule("a", { conversation_translation: { enabled: true, ...fields } }));
    const merged = mergePolicies({
      base: of({}),
      mine: of({ summarize: true }),
      theirs: of({ recast_role: "user" }),
    });
    expect(merged).toEqual({ section: of({ recast_role: "user", summarize: true }), conflicts: [] });
  });

  it("reports settings that both changed differently, and uses theirs unless mine is chosen", () => {
    const of = (handoff_mode: string) => withRules(rule("a", { handoff_mode }));
    const versions = { base: of("scoped"), mine: of("full"), theirs: of("minimal") };
    const { section, conflicts } = mergePolicies(versions);
    expect(section).toEqual(of("minimal"));
    expect(conflicts).toEqual([
      {
        key: '["a","handoff_mode"]',
        ruleId: "a",
        field: "handoff_mode",
        base: "scoped",
        mine: "full",
        theirs: "minimal",
      },
    ]);
    expect(mergePolicies(versions, new Map([[conflicts[0]?.key ?? "", "mine"]])).section).toEqual(of("full"));
  });

  it("reports a conflict if one removed a rule that the other changed", () => {
    const changed = withRules(rule("a", { description: "new" }), rule("b"), rule("c"));
    const removed = withRules(rule("b"), rule("c"));
    const mine = mergePolicies({ base, mine: changed, theirs: removed });
    expect(mine.section).toEqual(removed);
    expect(mine.conflicts).toMatchObject([{ ruleId: "a", field: null, theirs: undefined }]);
    const theirs = mergePolicies({ base, mine: removed, theirs: changed });
    expect(theirs.section).toEqual(changed);
    expect(theirs.conflicts).toHaveLength(1);
  });

  it("reports a conflict if one allows more fields and the other allows all", () => {
    const of = (fields: object) => withRules(rule("a", fields));
    const { conflicts } = mergePolicies({
      base: of({ allowed_context_fields: ["x"] }),
      mine: of({}),
      theirs: of({ allowed_context_fields: ["x", "y"] }),
    });
    expect(conflicts).toMatchObject([{ field: "allowed_context_fields", mine: undefined }]);
  });

  it.each([
    ["allowed_context_fields", (fields: object) => withRules(rule("a", fields))],
    [
      "conversation_translation.extract_fields",
      (fields: object) => withRules(rule("a", { conversation_translation: { enabled: true, ...fields } })),
    ],
    ["minimal_input_fields", (fields: object) => ({ ...fields })],
  ])("reports a conflict if both add a different %s, and never passes both", (field, of) => {
    const name = field.split(".").at(-1) ?? "";
    const theirs = of({ [name]: ["y"] });
    const merged = mergePolicies({ base: of({}), mine: of({ [name]: ["x"] }), theirs });
    expect(merged.section).toMatchObject(theirs);
    expect(merged.conflicts).toMatchObject([{ field, base: undefined, mine: ["x"], theirs: ["y"] }]);
  });

  it("combines the blocks of both if nothing was blocked before", () => {
    const of = (fields: object) => withRules(rule("a", fields));
    const merged = mergePolicies({
      base: of({}),
      mine: of({ blocked_context_fields: ["x"] }),
      theirs: of({ blocked_context_fields: ["y"] }),
    });
    expect(merged).toEqual({ section: of({ blocked_context_fields: ["y", "x"] }), conflicts: [] });
  });

  it("keeps the order of the user who changed it, and reports a conflict if both did", () => {
    const [a, b, c] = [rule("a"), rule("b"), rule("c")];
    const old = withRules(a, b, c);
    const mine = mergePolicies({
      base: old,
      mine: withRules(c, a, b),
      theirs: withRules(a, b, c, rule("t")),
    });
    expect(mine.section).toEqual(withRules(c, rule("t"), a, b));
    const both = mergePolicies({ base: old, mine: withRules(c, a, b), theirs: withRules(b, a, c) });
    expect(both.section).toEqual(withRules(b, a, c));
    expect(both.conflicts).toMatchObject([
      { ruleId: null, field: "order of the rules", mine: ["c", "a", "b"] },
    ]);
  });

  it("identifies rules without an ID by agents and position", () => {
    const pair = (fields: object) => ({ from_agent_id: "a", to_agent_id: "b", ...fields });
    const of = (...rules: object[]) => withRules(...rules.map(pair));
    const { section } = mergePolicies({
      base: of({}, {}),
      mine: of({}, { handoff_mode: "full" }),
      theirs: of({ handoff_mode: "minimal" }, {}),
    });
    expect(section).toEqual(of({ handoff_mode: "minimal" }, { handoff_mode: "full" }));
  });
});
