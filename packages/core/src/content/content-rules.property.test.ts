import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CANARIES, contentRules, DIRTY_MARKS, dirtyContext, findDirt } from "../../test/content-canary";
import { handoffOf, policyOf } from "../../test/handoff";
import { sizeOfRun } from "../../test/soak";
import { type ScopingResult, scopeContext } from "../scoping/scope-context";
import { checkText } from "./check-text";
import { DETECTOR_NAMES } from "./content-rule-names";
import type { Detectors } from "./detectors";
import { loadDetectors } from "./load-detectors";

const detectors = await loadDetectors();
const ON = { enabled: true, observe: false };

/** Policies that pass everything but what their content rules redact or refuse. */
const section = fc.record({
  default_handoff_mode: fc.constantFrom("full", "scoped", "minimal"),
  audit_all_handoffs: fc.constant(true),
  blocked_in_text: fc.boolean(),
  minimal_input_fields: fc.constant(["value", "mark"]),
  enforcement_level: fc.constantFrom("strict", "advisory"),
  enable_conversation_translation: fc.boolean(),
  agent_handoff_rules: fc.constantFrom(
    [],
    [
      {
        from_agent_id: "a",
        to_agent_id: "b",
        handoff_mode: "full",
        conversation_translation: {
          enabled: true,
          summarize: true,
          max_summary_tokens: 20,
          recast_role: "user",
        },
      },
    ],
  ),
  content_rules: fc
    .tuple(
      fc.constantFrom("redact", "redact", "block"),
      fc.constantFrom({}, { from_agent_id: "a" }, { to_agent_id: "b" }),
    )
    .map(([action, pair]) => contentRules(action, pair)),
});

type Broken = { scope?: typeof scopeContext; detectors?: Detectors };

/** Scopes contexts with a value of each detector; the result fails if one passes. */
function tryToLeak(runs: number, broken: Broken = {}, seed?: number) {
  const states = new Set<unknown>();
  const scope = broken.scope ?? scopeContext;
  const details = fc.check(
    fc.property(section, dirtyContext, (policySection, context) => {
      const policy = policyOf(policySection, ON, broken.detectors ?? detectors);
      const { scoped, event, content } = scope(policy, handoffOf(context, { capturesContent: true }));
      states.add(event?.scoping_state);
      return findDirt([scoped, event, content?.json]).length === 0;
    }),
    { numRuns: runs, endOnFailure: true, ...(seed === undefined ? {} : { seed }) },
  );
  return { details, states };
}

/** Detectors of which one finds nothing. */
function without(name: string): Detectors {
  return { createFinder: (rule) => (rule.detector === name ? () => [] : detectors.createFinder(rule)) };
}

describe("content rules, with values in every part and form", () => {
  it("pass none of them, in any mode, summarized or not", { timeout: 3_600_000 }, () => {
    const { details, states } = tryToLeak(sizeOfRun({ suite: 200, soak: 50_000 }));
    expect(fc.defaultReportMessage(details)).toBeUndefined();
    expect([...states].sort()).toEqual(["denied_rule", "scoped"]);
  });

  it.each(DIRTY_MARKS)("are caught if they pass what has %s (negative control)", (mark) => {
    const leaking: typeof scopeContext = (policy, handoff) => {
      const result = scopeContext(policy, handoff);
      const passes = JSON.stringify(handoff.context).includes(`:${mark}:`);
      return passes ? { ...result, scoped: handoff.context } : result;
    };
    expect(tryToLeak(1_000, { scope: leaking }, 1).details.failed).toBe(true);
  });

  it.each(DETECTOR_NAMES)("are caught if %s finds nothing (negative control)", (name) => {
    expect(tryToLeak(1_000, { detectors: without(name) }, 1).details.failed).toBe(true);
  });
});

describe("a detector that throws", () => {
  const failing = fc.record({
    name: fc.constantFrom(...DETECTOR_NAMES),
    from: fc.nat(8),
    compiles: fc.boolean(),
    error: fc.constantFrom<(text: string) => unknown>(
      (text) => new Error(text),
      (text) => text,
      () => null,
    ),
  });
  type Failing = typeof failing extends fc.Arbitrary<infer Value> ? Value : never;

  /** Detectors of which one throws from some call on, with the text in its error. */
  function throwing({ name, from, compiles, error }: Failing): {
    detectors: Detectors;
    thrown: () => boolean;
  } {
    let calls = 0;
    let hasThrown = false;
    const fail = (text: string) => {
      throw error(text);
    };
    return {
      thrown: () => hasThrown,
      detectors: {
        createFinder(rule) {
          if (rule.detector !== name) return detectors.createFinder(rule);
          if (!compiles) return fail("no");
          const find = detectors.createFinder(rule);
          return (text) => {
            calls += 1;
            if (calls <= from) return find(text);
            hasThrown = true;
            return fail(text);
          };
        },
      },
    };
  }

  function tryFailing(scope: typeof scopeContext, runs: number, seed?: number) {
    let failures = 0;
    const details = fc.check(
      fc.property(
        section,
        dirtyContext,
        failing,
        fc.boolean(),
        (policySection, context, fault, capturesContent) => {
          const broken = throwing(fault);
          const policy = policyOf(policySection, ON, broken.detectors);
          const result = scope(policy, handoffOf(context, { capturesContent }));
          expect(findDirt([result.scoped, result.event, result.content?.json, result.refusal])).toEqual([]);
          // The stored content is searched again, which the event does not describe.
          if (!broken.thrown() || capturesContent) return;
          failures += 1;
          if (result.refusal === null) expect(isWithheld(result)).toBe(true);
        },
      ),
      { numRuns: runs, endOnFailure: true, ...(seed === undefined ? {} : { seed }) },
    );
    return { details, failures };
  }

  const isWithheld = ({ event }: ScopingResult) =>
    /Content rules failed .* were withheld/.test(`${event?.audit_note}`);

  it("passes no text that its rule could match, and no text in its error", { timeout: 3_600_000 }, () => {
    const runs = sizeOfRun({ suite: 150, soak: 50_000 });
    const { details, failures } = tryFailing(scopeContext, runs);
    expect(fc.defaultReportMessage(details)).toBeUndefined();
    expect(failures).toBeGreaterThan(runs / 10);
  });

  it("is caught if its error counts as no match (negative control)", () => {
    const careless: typeof scopeContext = (policy, handoff) => {
      const contentRules = policy.contentRules.map(({ rule, find }) => ({
        rule,
        find: (text: string) => {
          try {
            return find(text);
          } catch {
            return [];
          }
        },
      }));
      return scopeContext({ ...policy, contentRules }, handoff);
    };
    expect(tryFailing(careless, 500, 1).details.failed).toBe(true);
  });

  it.each(DETECTOR_NAMES)("withholds a text from the rules of %s, unless they only flag", (name) => {
    const { text } = CANARIES[name];
    const all = throwing({ name, from: 0, compiles: true, error: (inner) => new Error(inner) });
    const check = (action: string) =>
      checkText(policyOf({ content_rules: contentRules(action) }, ON, all.detectors), {
        from: "a",
        to: "b",
        text,
      });
    for (const action of ["redact", "block"]) {
      expect(check(action)).toMatchObject({
        text: "[withheld: content rules failed]",
        failure: "an unexpected error",
      });
    }
    expect(check("flag").text).toBe(text);
  });
});
