import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { handoffOf, policyOf } from "../../test/handoff";
import { sizeOfRun } from "../../test/soak";
import type { HandoffContext } from "./handoff-context";
import { scopeContext } from "./scope-context";

const TIMEOUT_MILLISECONDS = sizeOfRun({ suite: 60_000, soak: 900_000 });
const RUNS = { numRuns: sizeOfRun({ suite: 400, soak: 100_000 }), endOnFailure: true };

/** A key that is data but looks like a field name; only the policy can tell. */
const SECRET_KEY = "annamaria";
/** Keys that look like data. */
const DATA_KEYS = ["078-05-1120", "anna@example.com", "Anna Maria", "policies/7", "CLM-2026-1"];

const leaf = fc.constantFrom<unknown>(1, "some words that are long enough", null, true);
const inside = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 2 },
    leaf,
    fc.dictionary(fc.constantFrom("x", "y", "items"), tie("tree"), { maxKeys: 3 }),
    fc.array(tie("tree"), { maxLength: 2 }),
  ),
})).tree;

/** Builds a context that contains the map at every kind of place. */
function contextOf(map: unknown, beside: unknown): HandoffContext {
  return {
    prior_outputs: { a: { by_ssn: map, beside }, c: { deep: { items: [{ by_ssn: map }] } } },
    observations: [{ by_ssn: map }, beside],
    original_input: { by_ssn: map },
    memories: [{ by_ssn: map }],
    plan: { by_ssn: map },
  };
}

interface Terms {
  readonly handoff_mode: string;
  readonly allowed_context_fields: string[] | null;
}

const terms: fc.Arbitrary<Terms> = fc.record({
  handoff_mode: fc.constantFrom("full", "scoped", "minimal"),
  allowed_context_fields: fc.option(
    fc.subarray(["beside", "by_ssn", "by_ssn.*.x", "by_ssn.x", "deep.items[].by_ssn"]),
  ),
});
/** Each of these blocks all keys of the map, at every place of {@link contextOf}. */
const blocks = fc.constantFrom<readonly string[]>(
  ["by_ssn"],
  ["by_ssn.*", "deep.items[].by_ssn.*"],
  ["*.*", "*.items[].by_ssn", "b\u0443_\u0455\u0455n"],
);

interface Setting {
  readonly isOfRule: boolean;
  readonly isObserved: boolean;
  readonly isAdvisory: boolean;
}

const setting: fc.Arbitrary<Setting> = fc.record({
  isOfRule: fc.boolean(),
  isObserved: fc.boolean(),
  isAdvisory: fc.boolean(),
});

function policyFor(rule: Terms, blocked: readonly string[], { isOfRule, ...one }: Setting) {
  return policyOf(
    {
      enforcement_level: one.isAdvisory ? "advisory" : "strict",
      blocked_context_fields: isOfRule ? [] : blocked,
      agent_handoff_rules: [
        {
          rule_id: "r",
          from_agent_id: "*",
          to_agent_id: "*",
          ...rule,
          blocked_context_fields: isOfRule ? blocked : [],
        },
      ],
    },
    { enabled: !one.isObserved, observe: one.isObserved },
  );
}

/** Returns all content of a handoff that an auditor, or in enforce mode the receiver, gets. */
function reported(policy: ReturnType<typeof policyFor>, context: HandoffContext, { isObserved }: Setting) {
  const handoff = handoffOf(context, { capturesContent: true, outlineKey: "key" });
  const { scoped, event, content } = scopeContext(policy, handoff);
  const after = isObserved ? null : scoped;
  const kept = isObserved ? null : content;
  return JSON.stringify({ after, event, kept });
}

describe("keys under a blocked path", () => {
  const areReported = (blockedBy: (list: readonly string[]) => readonly string[]) =>
    fc.check(
      fc.property(terms, blocks, setting, inside, inside, (rule, blocked, how, value, beside) => {
        const map = { [SECRET_KEY]: value, ...Object.fromEntries(DATA_KEYS.map((key) => [key, value])) };
        const text = reported(policyFor(rule, blockedBy(blocked), how), contextOf(map, beside), how);
        return [SECRET_KEY, ...DATA_KEYS].every((key) => !text.includes(key));
      }),
      RUNS,
    ).failed;

  it(
    "are never revealed, in any mode",
    () => expect(areReported((blocked) => blocked)).toBe(false),
    TIMEOUT_MILLISECONDS,
  );

  it("are revealed if another path is blocked (negative control)", () => {
    expect(areReported(() => ["by_ssn.other"])).toBe(true);
  });
});

describe("keys outside of the allowed list", () => {
  /** Returns true if a key appears in the content that the receiver gets. */
  const areReported = (keys: readonly string[]) =>
    fc.check(
      fc.property(setting, fc.constantFrom("scoped", "minimal"), inside, (how, handoff_mode, value) => {
        const rule = { handoff_mode, allowed_context_fields: ["beside", "by_ssn.x"] };
        const map = { x: 1, ...Object.fromEntries(keys.map((key) => [key, value])) };
        const context = { ...handoffOf({}).context, prior_outputs: { a: { by_ssn: map } } };
        const input = { original_input: map };
        const { scoped } = scopeContext(
          policyFor(rule, ["secret"], { ...how, isObserved: false }),
          handoffOf({ ...context, ...(handoff_mode === "minimal" ? input : {}) }),
        );
        return keys.every((key) => !JSON.stringify(scoped).includes(key));
      }),
      RUNS,
    ).failed;

  it("are not revealed to the receiver if they look like data", () => {
    expect(areReported(DATA_KEYS)).toBe(false);
  });

  it("are revealed if they look like field names", () => expect(areReported(["notes"])).toBe(true));
});

describe("a blocked name", () => {
  const LOOKALIKES: Readonly<Record<string, string>> = {
    a: "\u0430\u03b1\uff41",
    c: "\u0441\u03f2\uff43",
    e: "\u0435\uff45\u212e",
    i: "\u0456\u03b9\uff49\u0406",
    n: "\u0578\uff4e\u039d",
    o: "\u043e\u03bf\uff4f\u041e",
    p: "\u0440\u03c1\uff50\u0420",
    s: "\u0455\uff53\u0405",
  };
  const unseen = fc.constantFrom(
    ..." \t\n\u00a0\u2003\u3000\u200b\u200d\ufeff\u00ad\u2060\u180e\u2800\u0000\u0007",
  );
  /** A name with letters replaced by lookalikes and invisible characters inserted. */
  const disguised = (name: string) =>
    fc
      .tuple(
        ...[...name].map((letter) =>
          fc.tuple(
            fc.constantFrom(letter, letter.toUpperCase(), ...(LOOKALIKES[letter] ?? "")),
            fc.array(unseen, { maxLength: 2 }),
          ),
        ),
        fc.tuple(fc.constant(""), fc.array(unseen, { maxLength: 2 })),
      )
      .map((letters) => letters.map(([letter, between]) => between.join("") + letter).join(""));
  const name = fc.constantFrom("ssn", "iban", "passphrase", "insurance_no");
  const passes = (blockedBy: (name: string) => string[]) =>
    fc.check(
      fc.property(
        name.chain((one) => fc.tuple(fc.constant(one), disguised(one))),
        inside,
        fc.boolean(),
        ([one, key], beside, isParsedJson) => {
          const policy = policyOf({ blocked_context_fields: blockedBy(one), default_handoff_mode: "full" });
          const context = contextOf({ x: { [key]: "<canary>" } }, beside);
          const { scoped } = scopeContext(policy, handoffOf(context, { isParsedJson }));
          return !JSON.stringify(scoped).includes("<canary>");
        },
      ),
      RUNS,
    ).failed;

  it("never passes in any disguise", () => {
    expect(passes((one) => [one])).toBe(false);
    expect(passes((one) => [`by_ssn.*.${one}`, `deep.items[].by_ssn.x.${one}`])).toBe(false);
  });

  it("passes if another name is blocked (negative control)", () =>
    expect(passes((one) => [`${one}x`])).toBe(true));
});
