import { describe, expect, it } from "vitest";
import { diffPolicies, type ObservedPair, type PairChange } from "./diff-policies";
import { Policy } from "./policy";
import { SAMPLE_POLICY } from "./sample-policy";

const NOW = Date.UTC(2026, 0, 2);

type RuleText = [rule_id: string, from: string, to: string, more?: object];

const policyOf = (rules: RuleText[], more: object = {}) =>
  Policy.parse({
    ...more,
    agent_handoff_rules: rules.map(([rule_id, from_agent_id, to_agent_id, fields]) => ({
      rule_id,
      from_agent_id,
      to_agent_id,
      ...fields,
    })),
  });

const diff = (before: Policy, after: Policy, pairs?: ObservedPair[]) =>
  diffPolicies(before, after, { now: NOW, pairs });

/** Formats each changed pair as `from → to: +field …, -field …`. */
const reported = (changes: readonly PairChange[]) =>
  changes.map(({ from, to, newlyLetThrough, newlyBlocked }) => {
    const fields = [
      ...newlyLetThrough.map(({ field }) => `+${field}`),
      ...newlyBlocked.map(({ field }) => `-${field}`),
    ];
    return `${from} → ${to}: ${fields.join(", ")}`;
  });

const sample = Policy.parse(SAMPLE_POLICY.multi_agent_handoffs);
const AB: ObservedPair = { from: "a", to: "b" };

describe("diffPolicies", () => {
  it("finds no change between a policy and itself", () => {
    expect(diff(sample, sample)).toEqual({
      headline: "changes nothing",
      isStricterOnly: true,
      contentRules: [],
      tests: [],
      loosening: null,
      pairs: [],
      rules: [],
      settings: [],
    });
  });

  it("names the field that newly passes, its agents and its rule", () => {
    const before = policyOf([["r", "a", "*", { allowed_context_fields: ["score"] }]]);
    const after = policyOf([["r", "a", "*", { allowed_context_fields: ["score", "api_keys"] }]]);
    const pairs = ["b", "c", "d"].map((to) => ({ from: "a", to }));
    const found = diff(before, after, [...pairs, { from: "x", to: "b" }]);
    expect(found.headline).toBe("adds `api_keys` to 3 pairs");
    expect(found.pairs[0]).toEqual({
      from: "a",
      to: "b",
      before: { ruleId: "r", mode: "scoped" },
      after: { ruleId: "r", mode: "scoped" },
      newlyLetThrough: [{ field: "api_keys", paths: ["a.api_keys"] }],
      newlyBlocked: [],
    });
    expect(reported(found.pairs)).toEqual(["a → b: +api_keys", "a → c: +api_keys", "a → d: +api_keys"]);
    expect(found.isStricterOnly).toBe(false);
    expect(found.loosening).toBe("a → any other agent: `api_keys` is allowed");
  });

  it("names what no longer passes, at every place of a blocked name", () => {
    const found = diff(policyOf([]), policyOf([], { blocked_context_fields: ["ssn", "x.*[]"] }), [AB]);
    expect(found.headline).toBe("removes 2 fields from 1 pair");
    expect(found.pairs[0]?.newlyBlocked).toEqual([
      { field: "ssn", paths: ["a.ssn", "observations[].ssn", "original_input.ssn"] },
      {
        field: "x.*[]",
        paths: [
          "a.x.any other field[]",
          "observations[].x.any other field[]",
          "original_input.x.any other field[]",
        ],
      },
    ]);
    expect(found.isStricterOnly).toBe(true);
  });

  it("describes added and removed fields in one sentence, with counts", () => {
    const before = policyOf([["r", "a", "b", { allowed_context_fields: ["one"] }]]);
    const after = policyOf([["r", "a", "b", { allowed_context_fields: ["two", "three"] }]]);
    expect(diff(before, after, [AB]).headline).toBe("adds 2 fields to 1 pair, removes `one` from 1 pair");
  });

  it.each<[string, object, string[]]>([
    ["minimal", { handoff_mode: "minimal" }, ["-score", "-the observations", "-the original input"]],
    ["full", { handoff_mode: "full" }, ["+every other field", "+the outputs of other agents"]],
    ["all fields", { allowed_context_fields: null }, ["+every other field"]],
    ["no field", { allowed_context_fields: [] }, ["-score"]],
  ])("describes the effect of a change to %s", (_, fields, changes) => {
    const before = policyOf([["r", "a", "b", { allowed_context_fields: ["score"] }]]);
    const after = policyOf([["r", "a", "b", { allowed_context_fields: ["score"], ...fields }]]);
    expect(reported(diff(before, after, [AB]).pairs)).toEqual([`a → b: ${changes.join(", ")}`]);
  });

  it("quotes only field names, not descriptions", () => {
    const before = policyOf([["r", "a", "b", { handoff_mode: "full" }]]);
    const after = policyOf([["r", "a", "b", { handoff_mode: "scoped" }]]);
    expect(diff(before, after, [AB]).headline).toBe("removes the outputs of other agents from 1 pair");
  });

  it("compares the identifiers of the input", () => {
    const before = policyOf([], { default_handoff_mode: "minimal", minimal_input_fields: ["id"] });
    const after = policyOf([], { default_handoff_mode: "minimal", minimal_input_fields: ["id", "a.b"] });
    expect(reported(diff(before, after, [AB]).pairs)).toEqual(["a → b: +original_input.a\\.b"]);
  });

  it("compares observed fields, and names them by the matching pattern", () => {
    const before = policyOf([["r", "a", "b", { allowed_context_fields: ["claim"] }]]);
    const after = policyOf([["r", "a", "b", { handoff_mode: "full", blocked_context_fields: ["SSN"] }]]);
    const paths = [
      "a.claim.id",
      "a.notes[].text",
      "a.details.ssn",
      "c.x",
      "observations[].y",
      "observations[].ssn",
    ];
    const found = diff(before, after, [{ ...AB, paths }]);
    expect(found.pairs[0]?.newlyLetThrough).toEqual([
      { field: "every other field", paths: ["a.any other field"] },
      { field: "the outputs of other agents", paths: ["\\*.any other field", "c.x"] },
      { field: "notes[].text", paths: ["a.notes[].text"] },
    ]);
    expect(found.pairs[0]?.newlyBlocked).toEqual([
      { field: "SSN", paths: ["observations[].SSN", "original_input.SSN", "observations[].ssn"] },
    ]);
  });

  it("names an observed field by an allowed pattern, its path, or the whole output", () => {
    const before = policyOf([["r", "a", "b", { allowed_context_fields: ["claim"] }]], {
      enforcement_level: "advisory",
    });
    const after = policyOf([["r", "a", "b", { handoff_mode: "minimal" }]], { enforcement_level: "advisory" });
    const paths = ["a.claim.id", "a", "a[].x", "memories[].y"];
    expect(diff(before, after, [{ ...AB, paths }]).pairs[0]?.newlyBlocked).toEqual([
      { field: "claim", paths: ["a.claim", "a.claim.id"] },
      { field: "the observations", paths: ["observations[].any other field"] },
      { field: "the original input", paths: ["original_input.any other field"] },
      { field: "the whole output", paths: ["a"] },
      { field: "x", paths: ["a[].x"] },
      { field: "memories[].y", paths: ["memories[].y"] },
    ]);
  });

  it("lists a pair whose rule changes even if the same fields pass", () => {
    const before = policyOf([["old", "a", "b"]]);
    const found = diff(before, policyOf([["new", "a", "b"]]), [AB, { from: "c", to: "d" }]);
    expect(found.pairs).toEqual([
      {
        ...AB,
        before: { ruleId: "old", mode: "scoped" },
        after: { ruleId: "new", mode: "scoped" },
        newlyLetThrough: [],
        newlyBlocked: [],
      },
    ]);
    expect(found.headline).toBe("changes no field that passes");
  });

  it("names the default mode of a pair without a rule", () => {
    const found = diff(policyOf([["r", "a", "b"]]), policyOf([], { default_handoff_mode: "full" }), [AB]);
    expect(found.pairs[0]).toMatchObject({ before: { ruleId: "r" }, after: { ruleId: null, mode: "full" } });
  });

  it("compares by default each pair that a rule names once, and all others as one", () => {
    const before = policyOf([
      ["r", "a", "b"],
      ["s", "*", "c"],
    ]);
    const after = policyOf(
      [
        ["r", "a", "b"],
        ["t", "d", "e"],
      ],
      { blocked_context_fields: ["x"] },
    );
    expect(diff(before, after).pairs.map(({ from, to }) => `${from} ${to}`)).toEqual([
      "a b",
      "* c",
      "d e",
      "* *",
    ]);
  });

  it("uses the rules in force at the given time", () => {
    const before = policyOf([["r", "a", "b", { handoff_mode: "full" }]]);
    const after = policyOf([["r", "a", "b", { handoff_mode: "full", expires_at: "2026-01-02T00:00:00Z" }]]);
    expect(reported(diff(before, after, [AB]).pairs)).toEqual(["a → b: -the outputs of other agents"]);
    expect(diffPolicies(before, after, { now: NOW - 1, pairs: [AB] }).pairs).toEqual([]);
  });
});

describe("diffPolicies, rule by rule", () => {
  it("lists each rule as added, removed, changed or moved", () => {
    const before = policyOf([
      ["kept", "a", "b"],
      ["gone", "a", "c"],
      [
        "edited",
        "a",
        "d",
        { allowed_context_fields: ["x", "y"], conversation_translation: { summarize: true } },
      ],
    ]);
    const after = policyOf([
      ["new", "e", "f"],
      ["kept", "a", "b"],
      ["edited", "a", "d", { handoff_mode: "full", allowed_context_fields: ["y", "z"] }],
    ]);
    expect(diff(before, after).rules).toEqual([
      {
        ruleId: "new",
        kind: "added",
        positionBefore: null,
        positionAfter: 0,
        settings: [
          { setting: "from_agent_id", before: null, after: "e", added: [], removed: [] },
          { setting: "to_agent_id", before: null, after: "f", added: [], removed: [] },
          { setting: "handoff_mode", before: null, after: "scoped", added: [], removed: [] },
          { setting: "blocked_context_fields", before: null, after: [], added: [], removed: [] },
          { setting: "audit_enabled", before: null, after: true, added: [], removed: [] },
        ],
      },
      {
        ruleId: "edited",
        kind: "changed",
        positionBefore: 2,
        positionAfter: 2,
        settings: [
          { setting: "handoff_mode", before: "scoped", after: "full", added: [], removed: [] },
          {
            setting: "allowed_context_fields",
            before: ["x", "y"],
            after: ["y", "z"],
            added: ["z"],
            removed: ["x"],
          },
          { setting: "conversation_translation.enabled", before: false, after: null, added: [], removed: [] },
          {
            setting: "conversation_translation.filter_enabled",
            before: false,
            after: null,
            added: [],
            removed: [],
          },
          {
            setting: "conversation_translation.summarize",
            before: true,
            after: null,
            added: [],
            removed: [],
          },
          {
            setting: "conversation_translation.max_summary_tokens",
            before: 500,
            after: null,
            added: [],
            removed: [],
          },
        ],
      },
      { ruleId: "gone", kind: "removed", positionBefore: 1, positionAfter: null, settings: [] },
    ]);
  });

  it("reports a rule as moved only if its position among the rules of its pair changed", () => {
    const before = policyOf([
      ["x", "a", "b"],
      ["y", "a", "b"],
      ["z", "c", "d"],
    ]);
    const after = policyOf([
      ["z", "c", "d"],
      ["y", "a", "b"],
      ["x", "a", "b"],
    ]);
    expect(
      diff(before, after).rules.map(({ ruleId, kind, positionBefore, positionAfter }) => [
        ruleId,
        kind,
        positionBefore,
        positionAfter,
      ]),
    ).toEqual([
      ["y", "moved", 1, 1],
      ["x", "moved", 0, 2],
    ]);
  });

  it("compares rules with the same ID in order", () => {
    const before = policyOf([
      ["r", "a", "b"],
      ["r", "a", "c"],
    ]);
    const after = policyOf([
      ["r", "a", "b"],
      ["r", "a", "d"],
      ["r", "a", "e"],
    ]);
    const reported = diff(before, after).rules.map(({ kind, settings }) => [kind, settings[0]?.setting]);
    expect(reported).toEqual([
      ["changed", "to_agent_id"],
      ["added", "from_agent_id"],
    ]);
  });

  it("distinguishes an absent list from an empty one", () => {
    const before = policyOf([["r", "a", "b"]]);
    const after = policyOf([["r", "a", "b", { allowed_context_fields: [] }]]);
    expect(diff(before, after).rules[0]?.settings).toEqual([
      { setting: "allowed_context_fields", before: null, after: [], added: [], removed: [] },
    ]);
  });

  it("compares the policy's own settings", () => {
    const after = policyOf([], {
      default_handoff_mode: "minimal",
      blocked_context_fields: ["ssn"],
      description: "d",
    });
    const found = diff(policyOf([["r", "a", "b"]]), after);
    expect(found.settings).toEqual([
      { setting: "default_handoff_mode", before: "scoped", after: "minimal", added: [], removed: [] },
      { setting: "blocked_context_fields", before: [], after: ["ssn"], added: ["ssn"], removed: [] },
      { setting: "description", before: null, after: "d", added: [], removed: [] },
    ]);
  });

  it("says that no field changes if only other settings changed", () => {
    expect(diff(policyOf([]), policyOf([], { audit_all_handoffs: false })).headline).toBe(
      "changes no field that passes",
    );
  });

  it("describes changed content rules, each in a sentence", () => {
    const content = (...content_rules: object[]) => Policy.parse({ content_rules });
    const rule = { rule_id: "ids", detector: "pattern", pattern: "CUST-[0-9]{6}", action: "redact" };
    const found = diffPolicies(
      content(rule, { rule_id: "old", detector: "email", action: "block" }, { ...rule, rule_id: "same" }),
      content(
        { ...rule, action: "flag" },
        { rule_id: "new", detector: "iban", to_agent_id: "b", action: "redact" },
        { ...rule, rule_id: "same", from_agent_id: "*" },
      ),
      { now: 0 },
    );
    expect(found.contentRules.map(({ kind, sentence }) => `${kind} ${sentence}`)).toEqual([
      "loosened `ids`: flags pattern `CUST-[0-9]{6}` from any agent to any agent (before: redacts pattern `CUST-[0-9]{6}` from any agent to any agent)",
      "added `new`: redacts iban from any agent to b",
      "removed `old`: refuses email from any agent to any agent",
    ]);
    expect(found).toMatchObject({ headline: "changes no field that passes", isStricterOnly: false });
  });
});
