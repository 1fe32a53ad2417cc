import { describe, expect, it } from "vitest";
import { evaluateGate } from "./evaluate-gate";
import { HandoffRollout, knownAgentsOf, limitsOf, needsApproval, phaseOf } from "./handoff-rollout";
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

  it("has approvals, limits and known agents per agent", () => {
    const rollout = HandoffRollout.parse({
      approval: { agents: { a: true } },
      windows: { large: 1_000_000 },
      known_agents: { a: { model: "large", owner: "Ada" }, b: { model: "constructor" } },
    });
    expect(["a", "b", null].map((agent) => needsApproval(rollout, agent))).toEqual([true, false, false]);
    expect(["a", "b", "c"].map((agent) => limitsOf(rollout, agent).windowTokens)).toEqual([
      1_000_000, 200_000, 200_000,
    ]);
    expect(knownAgentsOf(rollout)).toEqual(expect.arrayContaining(["a", "b", "backend-architect"]));
  });

  it.each([
    { defualt: "enforce" },
    { approval: { agent: true } },
    { known_agents: { a: { modell: "x" } } },
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

  it.each([
    ["sent_back", false, ["sent_back"]],
    ["sent_back", true, ["sent_back"]],
    ["not_reviewed", true, ["not_approved"]],
    ["unknown", true, ["not_approved"]],
    ["not_reviewed", false, []],
    ["unknown", false, []],
    ["approved", true, []],
  ] as const)(
    "with the review %s, approval required %s: finds %j in every phase",
    (review, isRequired, found) => {
      for (const phase of ["observe", "warn", "enforce"] as const) {
        const verdict = evaluateGate([], phase, { review, isRequired });
        expect(verdict).toMatchObject({ passes: found.length === 0, isCompliant: true });
        expect(verdict.findings.map(({ code }) => code)).toEqual(found);
      }
      expect(evaluateGate([error], "enforce", { review, isRequired }).passes).toBe(false);
    },
  );

  it.each(["observe", "warn", "enforce"] as const)("passes warnings in phase %s", (phase) => {
    expect(evaluateGate([warning], phase)).toEqual({
      phase,
      passes: true,
      isCompliant: true,
      findings: [warning],
    });
  });
});
