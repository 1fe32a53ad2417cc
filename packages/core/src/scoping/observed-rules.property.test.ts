import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCanaries, hostileContext, hostilePolicy } from "../../test/canary";
import { handoffOf, policyOf } from "../../test/handoff";
import { sizeOfRun } from "../../test/soak";
import { scopeContext } from "./scope-context";

type Scope = typeof scopeContext;

const PATTERNS = ["x", "y", "name", "items[].ok", "claim", "ssn", "secret"];

const observedRule = fc.record({
  state: fc.constant("observe"),
  from_agent_id: fc.constantFrom("a", "a", "a", "x"),
  to_agent_id: fc.constantFrom("b", "b", "b", "*"),
  handoff_mode: fc.constantFrom("full", "scoped", "minimal"),
  allowed_context_fields: fc.option(fc.subarray(PATTERNS)),
  blocked_context_fields: fc.subarray(PATTERNS),
});

/** Scopes hostile contexts with and without rules that only observe. */
function compare(scope: Scope, runs: number, seed?: number) {
  const tried = { observed: 0, changes: 0 };
  const details = fc.check(
    fc.property(
      hostilePolicy,
      fc.array(observedRule, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      hostileContext,
      (section, observed, comesFirst, context) => {
        const named = observed.map((rule, index) => ({ ...rule, rule_id: `observed-${index}` }));
        const rules = section.agent_handoff_rules.map((rule, index) => ({ ...rule, rule_id: `r${index}` }));
        const all = comesFirst ? [...named, ...rules] : [...rules, ...named];
        const policies = {
          without: policyOf({ ...section, agent_handoff_rules: rules }),
          with: policyOf({ ...section, agent_handoff_rules: all }),
          enforced: policyOf({
            ...section,
            agent_handoff_rules: all.map((rule) => ({ ...rule, state: "enforce" })),
          }),
        };
        const version = policies.without.version;
        const handoff = handoffOf(context);
        const expected = scopeContext(policies.without, handoff);
        const given = scope({ ...policies.with, version }, handoff);
        const { observed_rules: record, ...event } = { observed_rules: undefined, ...given.event };
        // As text: comparing thousands of objects takes seconds.
        expect(JSON.stringify(given.scoped)).toBe(JSON.stringify(expected.scoped));
        expect(JSON.stringify(event)).toBe(JSON.stringify(expected.event));
        expect(findCanaries(given)).toEqual(new Set());
        if (!record) return;
        tried.observed += 1;
        tried.changes += record.would_remove.length + record.would_pass.length > 0 ? 1 : 0;
        const would = scopeContext(policies.enforced, handoff).event;
        expect(record.total_tokens).toBe(would?.context_after_scoping.total_tokens);
        expect(record.governance_rule_id).toBe(would?.governance_rule_id);
      },
    ),
    { numRuns: runs, endOnFailure: true, ...(seed === undefined ? {} : { seed }) },
  );
  return { ...tried, details };
}

describe("a rule that only observes", () => {
  it("changes nothing that passes, and records what it would change", { timeout: 3_600_000 }, () => {
    const runs = sizeOfRun({ suite: 100, soak: 50_000 });
    const { details, observed, changes } = compare(scopeContext, runs);
    expect(fc.defaultReportMessage(details)).toBeUndefined();
    expect(observed).toBeGreaterThan(runs * 0.4);
    expect(changes).toBeGreaterThan(runs * 0.15);
  });

  it.each<[string, Scope]>([
    [
      "enforces it",
      (policy, handoff) => scopeContext({ ...policy, ...policy.trial, version: policy.version }, handoff),
    ],
    [
      "applies no rule in its place",
      (policy, handoff) => {
        const { trial } = policy;
        const isObserved = trial !== null && scopeContext(policy, handoff).event?.observed_rules;
        return scopeContext(isObserved ? { ...policy, rules: new Map() } : policy, handoff);
      },
    ],
  ])("is caught if scoping %s (negative control)", (_, broken) => {
    expect(compare(broken, 300, 1).details.failed).toBe(true);
  });
});
