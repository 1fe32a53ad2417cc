import { describe, expect, it } from "vitest";
import { evaluateGate } from "./evaluate-gate";
import { HandoffRollout, phaseOf } from "./handoff-rollout";
import { manifestFinding } from "./manifest-finding";

describe("HandoffRollout", () => {
  it("observes by default, and has a phase per agent", () => {
    expect(phaseOf(HandoffRollout.parse({}), "a")).toBe("observe");
    const rollout = HandoffRollout.parse({
      default: "warn",
      agents: { a: "enforce" },
      budgets: { manifestTokens: 500 },
    });
    expect(["a", "b", "toString", null].map((agent) => phaseOf(rollout, agent))).toEqual([
      "enforce",
      "warn",
      "warn",
      "warn",
    ]);
    expect(rollout.budgets).toMatchObject({ manifestTokens: 500, handoffTokens: 10_000 });
  });

  it.each([
    { defualt: "enforce" },
    { default: "block" },
    { agents: { a: "on" } },
    { budgets: { manifest: 1 } },
  ])("rejects %j, which would have no effect", (setting) => {
    expect(HandoffRollout.safeParse(setting).success).toBe(false);
  });
});

describe("evaluateGate", () => {
  const error = manifestFinding("missing_summary", ["summary"], "none");
  const warning = manifestFinding("unknown_agent", ["from_agent"], "unknown");

  it.each([
    ["observe", true, ["error", "warning"]],
    ["warn", true, ["warning", "warning"]],
    ["enforce", false, ["error", "warning"]],
  ] as const)("with an error in phase %s: passes: %s", (phase, passes, severities) => {
    const verdict = evaluateGate([error, warning], phase);
    expect(verdict).toMatchObject({ phase, passes, isCompliant: false });
    expect(verdict.findings.map(({ severity }) => severity)).toEqual(severities);
  });

  it.each(["observe", "warn", "enforce"] as const)("passes warnings in phase %s", (phase) => {
    expect(evaluateGate([warning], phase)).toEqual({
      phase,
      passes: true,
      isCompliant: true,
      findings: [warning],
    });
  });
});
