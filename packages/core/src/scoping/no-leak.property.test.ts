import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CANARY_MARKS, findCanaries, hostileContext, hostilePolicy } from "../../test/canary";
import { handoffOf, policyOf } from "../../test/handoff";
import { leakingScoper } from "../../test/leaking-scoper";
import { sizeOfRun } from "../../test/soak";
import type { HandoffContext } from "./handoff-context";
import { plainJson } from "./plain-json";
import { scopeContext } from "./scope-context";
import { parseStrictJson } from "./strict-json";

/** Scopes hostile contexts under hostile policies; the result fails if a canary passed. */
function tryToLeak(scope: typeof scopeContext, runs: number, seed?: number) {
  const tried = { withCanaries: 0, states: new Set<unknown>() };
  const details = fc.check(
    fc.property(hostilePolicy, hostileContext, (section, context) => {
      if (findCanaries(context).size > 0) tried.withCanaries += 1;
      const policy = policyOf(section);
      const parsed: HandoffContext = JSON.parse(plainJson(context));
      return [handoffOf(context), handoffOf(parsed, { isParsedJson: true })].every((handoff) => {
        const { scoped, event, content } = scope(policy, { ...handoff, capturesContent: true });
        tried.states.add(event?.scoping_state);
        return findCanaries({ scoped, event, content, json: JSON.stringify(scoped) }).size === 0;
      });
    }),
    { numRuns: runs, endOnFailure: true, ...(seed === undefined ? {} : { seed }) },
  );
  return { ...tried, details };
}

describe("scopeContext, with hostile contexts and policies", () => {
  it("passes no blocked field, at any depth, in any mode, translated or not", { timeout: 3_600_000 }, () => {
    const runs = sizeOfRun({ suite: 300, soak: 100_000 });
    const { details, withCanaries, states } = tryToLeak(scopeContext, runs);
    expect(fc.defaultReportMessage(details)).toBeUndefined();
    expect(withCanaries).toBeGreaterThan(runs * 0.8);
    expect([...states]).toEqual(["scoped"]);
  });

  it.each(CANARY_MARKS)(
    "is caught if it leaks fields hidden by %s (negative control)",
    { timeout: 60_000 },
    (mark) => {
      expect(tryToLeak(leakingScoper(scopeContext, mark), 2_000, 1).details.failed).toBe(true);
    },
  );

  it.each<[string, (scope: typeof scopeContext) => typeof scopeContext]>([
    [
      "that writes a removed value into the event",
      (scope) => (policy, handoff) => {
        const result = scope(policy, handoff);
        const event = result.event && {
          ...result.event,
          audit_note: [...findCanaries(handoff.context)].join(),
        };
        return { ...result, event };
      },
    ],
    [
      "that passes the context in its metadata",
      (scope) => (policy, handoff) => {
        const result = scope(policy, handoff);
        return { ...result, scoped: { ...result.scoped, metadata: { input: handoff.context } } };
      },
    ],
    [
      "that does nothing",
      () =>
        (_, { context }) => ({ scoped: context, event: null, content: null, refusal: null }),
    ],
  ])("is caught if replaced by a scoper %s (negative control)", (_, breakIt) => {
    expect(tryToLeak(breakIt(scopeContext), 200, 1).details.failed).toBe(true);
  });
});

describe("a duplicate key, of which another reader may see the other value", () => {
  it.each(["ssn", "s\u200bsn", "x"])("is rejected with %j next to ssn if the text is available", (name) => {
    const text = `{"prior_outputs":{"a":{${JSON.stringify(name)}:"<canary:twice:>","x":1,"ssn":2}}}`;
    const twice = text.replace('"x":1', `${JSON.stringify(name)}:1`);
    expect(parseStrictJson(twice)).toMatchObject({ ok: false, finding: { code: "duplicate_key" } });
  });

  it("leaks nothing if the caller parsed the text", () => {
    const text = '{"a":{"ssn":"<canary:first:>","x":1,"ssn":"<canary:second:>","SSN":"<canary:third:>"}}';
    const policy = policyOf({ blocked_context_fields: ["ssn"] });
    const { scoped, event } = scopeContext(policy, handoffOf({ prior_outputs: JSON.parse(text) }));
    expect(scoped.prior_outputs).toEqual({ a: { x: 1 } });
    expect(findCanaries({ scoped, event })).toEqual(new Set());
  });
});
