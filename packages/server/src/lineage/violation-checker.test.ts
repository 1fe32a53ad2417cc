import { parsePolicy } from "@baton/core";
import { cpuMilliseconds } from "@baton/core/test/cpu-time";
import { describe, expect, it, vi } from "vitest";
import { type CheckedHandoff, ViolationChecker } from "./violation-checker";

function checkerOf(section: Record<string, unknown>): ViolationChecker {
  const parsed = parsePolicy({ multi_agent_handoffs: section });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  return new ViolationChecker(parsed.policy);
}

const JUDGE = checkerOf({
  blocked_context_fields: ["ssn"],
  agent_handoff_rules: [
    {
      rule_id: "old",
      from_agent_id: "a",
      to_agent_id: "b",
      allowed_context_fields: ["y"],
      expires_at: "2026-01-01T00:00:00Z",
    },
    { rule_id: "new", from_agent_id: "a", to_agent_id: "*", allowed_context_fields: ["x"] },
  ],
});

const HANDOFF: CheckedHandoff = {
  fromAgent: "a",
  toAgent: "b",
  mode: "scoped",
  ruleId: "new",
  scopingState: "scoped",
  outlineTruncated: false,
  agents: ["a"],
  occurredAt: Date.UTC(2026, 5, 1),
  outline: [
    { path: "a.x", tokens: 4 },
    { path: "a.y", tokens: 4, after: 0, cause: "not_allowed" },
    { path: "a.ssn", tokens: 4, after: 0, cause: "not_allowed" },
  ],
};

describe("ViolationChecker", () => {
  it("finds no violation if the rules were followed", () => {
    expect(JUDGE.check(HANDOFF)).toEqual({ enforcement: "followed", violation: null });
  });

  it("accepts what a content rule redacted or refused, only if the policy has one", () => {
    const handoff = {
      ...HANDOFF,
      mode: "full" as const,
      ruleId: null,
      outline: [{ path: "a.x", tokens: 4, after: 0, cause: "redacted" as const }],
    };
    const content_rules = [{ rule_id: "mail", detector: "email", action: "redact" }];
    expect(checkerOf({ default_handoff_mode: "full", content_rules }).check(handoff).enforcement).toBe(
      "followed",
    );
    expect(checkerOf({ default_handoff_mode: "full" }).check(handoff).violation?.withheld).toHaveLength(1);
  });

  it("names fields that wrongly passed and fields that were wrongly removed", () => {
    const { violation } = JUDGE.check({
      ...HANDOFF,
      outline: [
        { path: "a.x", tokens: 4, after: 0, cause: "mode" },
        { path: "a.y", tokens: 4 },
        { path: "observations[].ssn", tokens: 6 },
      ],
    });
    expect(violation?.letThrough.map(({ path, expected }) => [path, expected])).toEqual([
      ["a.y", "not_allowed"],
      ["observations[].ssn", "blocked"],
    ]);
    expect(violation?.withheld.map(({ path, actual }) => [path, actual])).toEqual([["a.x", "mode"]]);
  });

  it("applies the rules live at the handoff, including those that expired later", () => {
    const before = { ...HANDOFF, occurredAt: Date.UTC(2025, 5, 1) };
    expect(JUDGE.check(before).violation).toMatchObject({
      rule: { expected: "old", actual: "new" },
      letThrough: [{ path: "a.x" }],
      withheld: [{ path: "a.y" }],
    });
  });

  it("detects another rule or mode without an outline, and otherwise returns “unknown”", () => {
    const bare = { ...HANDOFF, outline: null };
    expect(JUDGE.check(bare).enforcement).toBe("unknown");
    expect(JUDGE.check({ ...bare, ruleId: null, mode: "full" }).violation).toMatchObject({
      rule: { expected: "new", actual: null },
      mode: { expected: "scoped", actual: "full" },
    });
  });

  it("reports rules that were only observed instead of enforced", () => {
    expect(JUDGE.check({ ...HANDOFF, scopingState: "observed" }).violation?.isOnlyObserved).toBe(true);
  });

  it("returns “unknown” for a failed scoping or a truncated outline", () => {
    expect(JUDGE.check({ ...HANDOFF, scopingState: "denied_error", ruleId: null }).enforcement).toBe(
      "unknown",
    );
    expect(JUDGE.check({ ...HANDOFF, outlineTruncated: true }).enforcement).toBe("unknown");
  });

  it("lists 50 fields and counts the rest", () => {
    const outline = Array.from({ length: 80 }, (_, index) => ({ path: `a.k${index}`, tokens: 3 }));
    const { violation } = JUDGE.check({ ...HANDOFF, outline });
    expect([violation?.letThrough.length, violation?.unlisted]).toEqual([50, 30]);
  });

  it("limits the cached agent pairs even for handoffs without an outline", () => {
    const forgetting = vi.spyOn(Map.prototype, "clear");
    const check = checkerOf({});
    for (let pair = 0; pair <= 5_001; pair += 1) {
      check.check({ ...HANDOFF, toAgent: `b${pair}`, ruleId: null, outline: null });
    }
    expect(forgetting).toHaveBeenCalledOnce();
    forgetting.mockRestore();
  });

  it("prepares the fields to extract once, not once per agent pair", () => {
    const fields = Array.from({ length: 20_000 }, (_, index) => `field${index}.x`);
    const translation = { enabled: true, extract_fields: fields };
    const rule = {
      rule_id: "r",
      from_agent_id: "*",
      to_agent_id: "*",
      conversation_translation: translation,
    };
    const check = checkerOf({ agent_handoff_rules: [rule] });
    const start = cpuMilliseconds();
    for (let index = 0; index < 500; index++) {
      const outline = [{ path: `a${index}.field7.x`, tokens: 4 }];
      const { enforcement } = check.check({
        ...HANDOFF,
        ruleId: "r",
        fromAgent: `a${index}`,
        agents: [`a${index}`],
        outline,
      });
      expect(enforcement).toBe("followed");
    }
    expect(cpuMilliseconds() - start).toBeLessThan(5_000);
  });
});
