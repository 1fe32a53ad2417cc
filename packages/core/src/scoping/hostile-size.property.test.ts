import { describe, expect, it } from "vitest";
import { cpuMilliseconds } from "../../test/cpu-time";
import { handoffOf, policyOf } from "../../test/handoff";
import { sizeOfRun } from "../../test/soak";
import type { CompiledPolicy } from "./compile-policy";
import { filterContext } from "./filter-context";
import type { Handoff } from "./handoff";
import type { HandoffContext } from "./handoff-context";
import { findTerms } from "./handoff-terms";
import { plainJson } from "./plain-json";
import { recoverContext } from "./recover-context";

/** Ten times the second that a decision may take. */
const HANG_GUARD_MILLISECONDS = 10_000;
const CANARY = "canary-7f3a";
const COUNT = sizeOfRun({ suite: 110_000, soak: 1_000_000 });

const nest = (count: number, open: string, close: string): unknown =>
  JSON.parse(`${open.repeat(count)}0${close.repeat(count)}`);
const HOSTILE: [name: string, create: () => unknown][] = [
  ["10,000 levels", () => nest(10_000, `{"ssn":"${CANARY}","n":`, "}")],
  ["levels of arrays", () => [{ ssn: CANARY }, nest(COUNT, "[", "]")]],
  ["levels of objects", () => nest(COUNT, `{"ssn":"${CANARY}","n":`, "}")],
  [
    "keys",
    () => ({
      ssn: CANARY,
      wide: Object.fromEntries(Array.from({ length: COUNT }, (_, index) => [`k${index}`, index])),
    }),
  ],
  ["elements", () => Array.from({ length: COUNT }, () => ({ ssn: CANARY }))],
];

type Decide = (policy: CompiledPolicy, handoff: Handoff) => { state: string; context: HandoffContext };

/** The decision of scoping, without counting tokens for the event. */
const decide: Decide = (policy, handoff) => {
  try {
    filterContext(policy, handoff, findTerms(policy, handoff), { explains: true });
  } catch (error) {
    return recoverContext(policy, handoff, error);
  }
  return { state: "scoped", context: handoff.context };
};

/** Decides on a hostile value. Returns the outcome, and whether blocked content passed. */
function tryToDecide(by: Decide, create: () => unknown) {
  const policy = policyOf({ blocked_context_fields: ["ssn"], default_handoff_mode: "full" });
  const handoff = handoffOf({ prior_outputs: { a: create() } });
  const start = cpuMilliseconds();
  const { state, context } = by(policy, handoff);
  const isSoon = cpuMilliseconds() - start < HANG_GUARD_MILLISECONDS;
  return { state, isSoon, leaks: plainJson(context).includes(CANARY) };
}

describe("a million values, a tenth of them in a short run", { timeout: 120_000 }, () => {
  it.each(HOSTILE)("are decided in time without blocked fields: %s", (_, create) => {
    expect(tryToDecide(decide, create)).toEqual({
      state: "fallback_minus_blocked",
      isSoon: true,
      leaks: false,
    });
  });

  it.each<[string, Decide]>([
    ["falls back to the whole context", (_, { context }) => ({ state: "fallback_minus_blocked", context })],
    [
      "strips only the upper levels",
      (_, { context }) => ({ state: "fallback_minus_blocked", context: withoutSsn(context, 500) }),
    ],
  ])("leak through a decision that %s (negative control)", (_, broken) => {
    expect(tryToDecide(broken, () => nest(10_000, `{"ssn":"${CANARY}","n":`, "}")).leaks).toBe(true);
  });

  it("overflow the stack of a recursive decision (negative control)", () => {
    const recursive: Decide = (_, { context }) => ({
      state: "fallback_minus_blocked",
      context: withoutSsn(context, Number.POSITIVE_INFINITY),
    });
    expect(() => tryToDecide(recursive, () => nest(COUNT, '{"n":', "}"))).toThrow(RangeError);
  });
});

/** A stripper that is broken on purpose. */
function withoutSsn<T>(value: T, levels: number): T;
function withoutSsn(value: unknown, levels: number): unknown {
  if (typeof value !== "object" || value === null || levels === 0) return value;
  if (Array.isArray(value)) return value.map((element) => withoutSsn(element, levels - 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "ssn")
      .map(([key, field]) => [key, withoutSsn(field, levels - 1)]),
  );
}
