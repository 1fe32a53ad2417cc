import { describe, expect, it } from "vitest";
import { handoffOf, policyOf } from "../../test/handoff";
import { sizeOfRun } from "../../test/soak";
import { filterContext } from "./filter-context";
import type { Handoff } from "./handoff";
import { findTerms } from "./handoff-terms";
import { plainJson } from "./plain-json";
import { recoverContext } from "./recover-context";

/** Ten times the second that a decision may take: other work shares the machine. */
const HANG_GUARD_MILLISECONDS = 10_000;

describe("a million values, a tenth of them in a short run", { timeout: 120_000 }, () => {
  const CANARY = "canary-7f3a";
  const COUNT = sizeOfRun({ suite: 110_000, soak: 1_000_000 });
  const nest = (open: string, close: string) => JSON.parse(`${open.repeat(COUNT)}0${close.repeat(COUNT)}`);
  const fill = (create: (index: number) => [string, unknown]) =>
    Object.fromEntries(Array.from({ length: COUNT }, (_, index) => create(index)));

  it.each<[string, () => unknown]>([
    ["levels of arrays", () => [{ ssn: CANARY }, nest("[", "]")]],
    ["levels of objects", () => nest(`{"ssn":"${CANARY}","n":`, "}")],
    ["keys", () => ({ ssn: CANARY, wide: fill((index) => [`k${index}`, index]) })],
    ["elements", () => Array.from({ length: COUNT }, () => ({ ssn: CANARY }))],
  ])("are decided on soon, and what is blocked in them stays back: %s", (_, create) => {
    const policy = policyOf({ blocked_context_fields: ["ssn"], default_handoff_mode: "full" });
    const handoff = handoffOf({ prior_outputs: { a: create() } });
    const start = performance.now();
    const { state, context } = decide(policy, handoff);
    expect(performance.now() - start).toBeLessThan(HANG_GUARD_MILLISECONDS);
    expect(state).toBe("fallback_minus_blocked");
    expect(plainJson(context).includes(CANARY)).toBe(false);
  });
});

/** Scoping as far as it decides, without counting anything for the event. */
function decide(policy: ReturnType<typeof policyOf>, handoff: Handoff) {
  try {
    filterContext(policy, handoff, findTerms(policy, handoff), { explains: true });
  } catch (error) {
    return recoverContext(policy, handoff, error);
  }
  throw new Error("the context was scoped");
}
