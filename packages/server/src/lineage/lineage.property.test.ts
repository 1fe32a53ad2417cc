import { type CompiledPolicy, type ContextHandoffEvent, scopeContext } from "@baton/core";
import { policyOf } from "@baton/core/test/handoff";
import { sizeOfRun } from "@baton/core/test/soak";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findLeaks } from "../../test/find-leaks";
import type { OutlinedHandoff } from "./outlined-handoff";
import { PolicyBlocks } from "./policy-blocks";
import { traceAgent } from "./trace-agent";
import { traceField } from "./trace-field";
import { type CheckedHandoff, ViolationChecker } from "./violation-checker";

const NOW = Date.UTC(2026, 0, 2);
/** Limits that end a hung test. */
const TIMEOUT_MILLISECONDS = sizeOfRun({ suite: 60_000, soak: 900_000 });
const SUITE = { numRuns: sizeOfRun({ suite: 40, soak: 20_000 }), endOnFailure: true };

const agent = fc.constantFrom("a", "b", "c");
const key = fc.constantFrom("x", "y", "items", "ssn", "S\u200bSN", "role", "content");
const pattern = fc.stringMatching(/^(x|y|items|ssn|\*)(\[\])?(\.(x|y|ssn|\*)(\[\])?){0,2}$/);
const patterns = fc.array(pattern, { maxLength: 3 });
const value = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: "medium", maxDepth: 3 },
    fc.constantFrom<unknown>(
      1,
      null,
      "some text",
      "One sentence that says a lot of things. And another.",
      true,
    ),
    fc.dictionary(key, tie("tree"), { maxKeys: 4 }),
    fc.array(tie("tree"), { maxLength: 3 }),
  ),
}));
const handoff = fc.record({
  from: agent,
  to: agent,
  context: fc.record({
    prior_outputs: fc.dictionary(agent, value.tree),
    observations: fc.array(value.tree, { maxLength: 3 }),
    original_input: value.tree,
    memories: value.tree,
    plan: value.tree,
  }),
});
const rule = fc.record({
  from_agent_id: fc.constantFrom("a", "b", "*"),
  to_agent_id: fc.constantFrom("a", "b", "*"),
  handoff_mode: fc.constantFrom("full", "scoped", "minimal"),
  allowed_context_fields: fc.option(patterns),
  blocked_context_fields: patterns,
  expires_at: fc.constantFrom(undefined, "2025-01-01T00:00:00Z", "2027-01-01T00:00:00Z"),
  conversation_translation: fc.option(
    fc.record({
      enabled: fc.boolean(),
      extract_fields: patterns,
      filter_enabled: fc.boolean(),
      summarize: fc.boolean(),
      max_summary_tokens: fc.constantFrom(3, 500),
      recast_role: fc.constantFrom("user", undefined),
    }),
  ),
});
const section = fc.record({
  enforcement_level: fc.constantFrom("strict", "advisory"),
  default_handoff_mode: fc.constantFrom("full", "scoped", "minimal"),
  minimal_input_fields: fc.constant(["x", "ssn"]),
  blocked_context_fields: patterns,
  agent_handoff_rules: fc.array(rule, { maxLength: 6 }),
});
type Case = { from: string; to: string; context: Parameters<typeof scopeContext>[1]["context"] };

/** Handoffs as recorded by the real core. */
type Recorded = OutlinedHandoff & Omit<CheckedHandoff, "agents">;

function record(policy: CompiledPolicy, cases: readonly Case[]): Recorded[] {
  return cases.flatMap((one, index) => {
    const { event } = scopeContext(policy, {
      ...one,
      sessionId: "s",
      now: NOW + index,
      newId: () => `${index}`,
    });
    return event ? [toRecorded(event, NOW + index)] : [];
  });
}

function toRecorded(event: ContextHandoffEvent, occurredAt: number): Recorded {
  return {
    eventId: event.event_id ?? "",
    kind: "context",
    occurredAt,
    fromAgent: event.from_agent_id,
    toAgent: event.to_agent_id,
    mode: event.handoff_mode,
    ruleId: event.governance_rule_id ?? null,
    policyVersion: event.policy_version ?? null,
    scopingState: event.scoping_state ?? "scoped",
    outline: event.outline ?? null,
    outlineTruncated: event.outline_truncated ?? false,
    agents: new Set(event.context_before_scoping.agents_included),
  };
}

describe("a field blocked in every rule", () => {
  /** Blocks `ssn` for every pair, unless the policy is broken on purpose. */
  const isKnownToNobody = (blockedNames: readonly string[]) =>
    fc.assert(
      fc.property(section, fc.array(handoff, { maxLength: 6 }), (given, cases) => {
        const policy = policyOf({
          ...given,
          blocked_context_fields: [...given.blocked_context_fields, ...blockedNames],
        });
        const handoffs = record(policy, cases);
        const { holders, steps } = traceField(handoffs, "ssn", new PolicyBlocks(), findLeaks(handoffs));
        const received = ["a", "b", "c"].flatMap((one) => traceAgent(handoffs, one).received);
        return (
          steps.every((step) => step.has === "no" && step.leak === null) &&
          holders.every((one) => one.possession === "wrote" || one.possession === "no") &&
          holders.every((one) => one.received === null) &&
          received.every(({ path }) => !/ssn/i.test(path.replaceAll("\u200b", "")))
        );
      }),
      SUITE,
    );

  it("reaches only the agent that wrote it", () => isKnownToNobody(["ssn"]), TIMEOUT_MILLISECONDS);

  it("reaches another agent if one rule does not block it (negative control)", () => {
    expect(() => isKnownToNobody(["claim.ssn"])).toThrow("Property failed");
  });

  it(
    "has the same receivers by traceField and by traceAgent",
    () => {
      fc.assert(
        fc.property(section, fc.array(handoff, { maxLength: 6 }), (given, cases) => {
          const handoffs = record(policyOf(given), cases);
          for (const { agent: one, possession } of traceField(handoffs, "x").holders) {
            const { wrote, received } = traceAgent(handoffs, one);
            const hasIt = [...wrote, ...received].some(({ path }) => /\.x(?:[.[]|$)/.test(path));
            expect(hasIt).toBe(possession !== "no");
          }
        }),
        SUITE,
      );
    },
    TIMEOUT_MILLISECONDS,
  );
});

describe("ViolationChecker", () => {
  const isEmpty = (
    checkedBy: (given: Record<string, unknown>) => Record<string, unknown>,
    forge = (one: CheckedHandoff) => one,
  ) =>
    fc.assert(
      fc.property(section, fc.array(handoff, { minLength: 1, maxLength: 4 }), (given, cases) => {
        const { index } = policyOf(checkedBy(given));
        const check = index && new ViolationChecker(index.policy);
        return record(policyOf(given), cases).every(
          (one) => check?.check(forge({ ...one, agents: [...(one.agents ?? [])] })).enforcement !== "differs",
        );
      }),
      SUITE,
    );

  it(
    "finds no violation in handoffs that Baton's core scoped, for any policy and context",
    () => isEmpty((given) => given),
    TIMEOUT_MILLISECONDS,
  );

  it(
    "finds no violation if the agents of a context were not recorded",
    () => {
      isEmpty(
        (given) => given,
        (one) => ({ ...one, agents: null }),
      );
    },
    TIMEOUT_MILLISECONDS,
  );

  it.each<[string, (given: Record<string, unknown>) => Record<string, unknown>]>([
    ["blocks one more field", (given) => ({ ...given, blocked_context_fields: ["x"] })],
    [
      "has another default mode",
      (given) => ({ ...given, default_handoff_mode: "full", agent_handoff_rules: [] }),
    ],
    ["has no rules", (given) => ({ ...given, agent_handoff_rules: [] })],
  ])("finds a violation if the policy at the time %s", (_, other) => {
    expect(() => isEmpty(other)).toThrow("Property failed");
  });

  it("finds a violation if a removed field is recorded as passed, or a passed one as removed", () => {
    const passing = (one: CheckedHandoff) => ({
      ...one,
      outline: (one.outline ?? []).map(({ path, tokens }) => ({ path, tokens })),
    });
    const taken = (one: CheckedHandoff) => ({
      ...one,
      outline: (one.outline ?? []).map((entry) => ({ ...entry, after: 0, cause: "blocked" as const })),
    });
    expect(() => isEmpty((given) => given, passing)).toThrow("Property failed");
    expect(() => isEmpty((given) => given, taken)).toThrow("Property failed");
  });
});
