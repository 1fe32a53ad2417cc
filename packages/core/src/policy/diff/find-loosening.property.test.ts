import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scopeContext } from "../../scoping/scope-context";
import { Policy } from "../policy";
import { compileForChecks } from "../scope-outline";
import { findLoosening } from "./find-loosening";

const NOW = Date.UTC(2026, 0, 2);
const SOON = "2026-01-03T00:00:00Z";
const LATER = "2026-01-04T00:00:00Z";

type Leaves = Map<string, string>;

/** Returns the value of every leaf that a receiver gets, by path, without empty containers. */
function leavesOf(value: unknown, place = "", leaves: Leaves = new Map()): Leaves {
  if (typeof value === "object" && value !== null) {
    for (const [key, field] of Object.entries(value)) leavesOf(field, `${place}/${key}`, leaves);
  } else if (value !== null) leaves.set(place, JSON.stringify(value));
  return leaves;
}

describe("findLoosening compared with scopeContext", () => {
  const pattern = fc.stringMatching(/^(x|y|ssn|SSN|\*)(\[\])?(\.(x|ssn|\*)(\[\])?)?$/);
  const patterns = fc.array(pattern, { maxLength: 2 });
  const agent = fc.constantFrom("a", "b", "c");
  const anyAgent = fc.constantFrom("a", "b", "*");
  const mode = fc.constantFrom("full", "scoped", "minimal");
  const section = fc.record({
    enforcement_level: fc.constantFrom("strict", "strict", "advisory"),
    default_handoff_mode: mode,
    audit_all_handoffs: fc.constant(false),
    minimal_input_fields: fc.subarray(["x", "y"]),
    blocked_context_fields: fc.oneof(fc.constant([]), patterns),
    agent_handoff_rules: fc.array(
      fc.record({
        from_agent_id: anyAgent,
        to_agent_id: anyAgent,
        handoff_mode: mode,
        audit_enabled: fc.constant(false),
        allowed_context_fields: fc.option(patterns),
        blocked_context_fields: fc.oneof(fc.constant([]), patterns),
        conversation_translation: fc.option(
          fc.record({ enabled: fc.boolean(), extract_fields: patterns, filter_enabled: fc.boolean() }),
          { freq: 2 },
        ),
        expires_at: fc.option(fc.constantFrom(SOON, LATER), { freq: 4 }),
      }),
      { maxLength: 4 },
    ),
  });
  type Section = typeof section extends fc.Arbitrary<infer Value> ? Value : never;
  /**
   * A policy and a copy with a few changes, because two random policies are rarely stricter than each other.
   */
  const change = fc.oneof(
    fc.record({
      kind: fc.constant("rule" as const),
      at: fc.nat(3),
      mode: fc.option(mode),
      list: fc.option(patterns),
      block: patterns,
    }),
    fc.record({ kind: fc.constant("policy" as const), mode, block: patterns }),
    fc.record({ kind: fc.constant("drop" as const), at: fc.nat(3) }),
  );
  type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;
  const applyChange = (before: Section, one: Change): Section => {
    const rulesOf = before.agent_handoff_rules;
    if (one.kind === "drop") {
      return { ...before, agent_handoff_rules: rulesOf.filter((_, index) => index !== one.at) };
    }
    if (one.kind === "policy") {
      const blocked_context_fields = [...before.blocked_context_fields, ...one.block];
      return { ...before, default_handoff_mode: one.mode, blocked_context_fields };
    }
    const changed = rulesOf.map((old, index) =>
      index === one.at
        ? {
            ...old,
            handoff_mode: one.mode ?? old.handoff_mode,
            allowed_context_fields: one.list ?? old.allowed_context_fields,
            blocked_context_fields: [...old.blocked_context_fields, ...one.block],
          }
        : old,
    );
    return { ...before, agent_handoff_rules: changed };
  };
  const pair = fc
    .tuple(section, fc.array(change, { maxLength: 2 }))
    .map(([before, changes]) => ({ before, after: changes.reduce(applyChange, before) }));

  const key = fc.constantFrom("x", "y", "ssn", "SSN");
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ maxDepth: 3 }, fc.constantFrom(1, "text", null), tie("object"), tie("array")),
    object: fc.dictionary(key, tie("tree"), { maxKeys: 4 }),
    array: fc.array(tie("tree"), { maxLength: 3 }),
  }));
  const handoff = fc.record({
    from: agent,
    to: agent,
    now: fc.constantFrom(NOW, Date.parse(SOON), Date.parse(LATER)),
    context: fc.record({
      prior_outputs: fc.dictionary(agent, tree, { minKeys: 1 }),
      observations: fc.array(tree, { maxLength: 2 }),
      original_input: tree,
      memories: tree,
    }),
  });

  const received = (
    policy: Policy,
    one: {
      from: string;
      to: string;
      now: number;
      context: { prior_outputs: Record<string, unknown>; observations: unknown[]; original_input: unknown };
    },
  ) => {
    const compiled = compileForChecks(policy);
    const { metadata, handoff_mode, fields_filtered, translation_applied, ...parts } = {
      metadata: null,
      handoff_mode: null,
      fields_filtered: null,
      translation_applied: null,
      ...scopeContext(compiled, { ...one, sessionId: "s", newId: () => "id" }).scoped,
    };
    return leavesOf(parts);
  };

  let proved = 0;
  const prove = (find: typeof findLoosening, runs: number) => {
    proved = 0;
    fc.assert(
      fc.property(pair, fc.array(handoff, { minLength: 3, maxLength: 3 }), (policies, handoffs) => {
        const [before, after] = [Policy.parse(policies.before), Policy.parse(policies.after)];
        if (find(before, after, NOW) !== null) return true;
        proved += 1;
        return handoffs.every((one) => {
          const [old, renewed] = [received(before, one), received(after, one)];
          return [...renewed].every(([place, leaf]) => old.get(place) === leaf);
        });
      }),
      { numRuns: runs, endOnFailure: true },
    );
  };

  it("finds nothing only if no context passes more at any time", () => {
    prove(findLoosening, 3_000);
    expect(proved).toBeGreaterThan(300);
  }, 120_000);

  it.each<[string, typeof findLoosening]>([
    ["always reports stricter-only", () => null],
    [
      "ignores expiry",
      (before, after, now) => {
        const never = (policy: Policy) => ({
          ...policy,
          agent_handoff_rules: policy.agent_handoff_rules.map((one) => ({ ...one, expires_at: undefined })),
        });
        return findLoosening(never(before), never(after), now);
      },
    ],
    [
      "ignores blocks",
      (before, after, now) => {
        const none = (policy: Policy) => ({
          ...policy,
          blocked_context_fields: [],
          agent_handoff_rules: policy.agent_handoff_rules.map((one) => ({
            ...one,
            blocked_context_fields: [],
          })),
        });
        return findLoosening(none(before), none(after), now);
      },
    ],
    [
      "ignores allowed lists",
      (before, after, now) => {
        const none = (policy: Policy) => ({
          ...policy,
          agent_handoff_rules: policy.agent_handoff_rules.map((one) => ({
            ...one,
            allowed_context_fields: undefined,
          })),
        });
        return findLoosening(none(before), none(after), now);
      },
    ],
  ])(
    "is caught by this comparison if it %s (negative control)",
    (_, broken) => {
      expect(() => prove(broken, 20_000)).toThrow("Property failed");
    },
    120_000,
  );
});
