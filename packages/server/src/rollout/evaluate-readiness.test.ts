import { expect, it } from "vitest";
import { evaluateReadiness } from "./evaluate-readiness";

it.each([
  ["observe", 5, 5, "ready"],
  ["warn", 20, 20, "ready"],
  ["observe", 4, 4, "too_few"],
  ["observe", 0, 0, "too_few"],
  ["warn", 4, 3, "has_errors"],
  ["observe", 20, 19, "has_errors"],
  ["enforce", 20, 0, "enforced"],
] as const)(
  "evaluateReadiness in phase %s, with %i manifests of which %i have no error, returns %s",
  (phase, manifestCount, compliantCount, readiness) => {
    expect(evaluateReadiness(phase, { manifestCount, compliantCount })).toBe(readiness);
  },
);
