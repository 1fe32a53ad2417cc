import { type OutlineEntry, type Policy, parsePolicy, scopeContext } from "@baton/core";
import { cpuMilliseconds } from "@baton/core/test/cpu-time";
import { handoffOf, policyOf } from "@baton/core/test/handoff";
import { describe, expect, it } from "vitest";
import { findLeaks } from "../../test/find-leaks";
import type { OutlinedHandoff } from "./outlined-handoff";
import { PolicyBlocks } from "./policy-blocks";
import { traceField } from "./trace-field";

type Outputs = Record<string, Record<string, unknown>>;

function parse(section: Record<string, unknown>): Policy {
  const parsed = parsePolicy({ multi_agent_handoffs: section });
  if (!parsed.ok) throw new Error("the policy is refused");
  return parsed.policy;
}

/** Records handoffs under a policy with the real core, in order. */
function record(
  section: Record<string, unknown>,
  ...handoffs: [string, string, Outputs][]
): OutlinedHandoff[] {
  return handoffs.map(([from, to, prior_outputs], index) => {
    const handoff = handoffOf({ prior_outputs }, { from, to, newId: () => `e${index + 1}` });
    const { event } = scopeContext(policyOf(section), handoff);
    if (!event) throw new Error("no event was written");
    return {
      eventId: `e${index + 1}`,
      kind: "context",
      occurredAt: index,
      fromAgent: from,
      toAgent: to,
      ruleId: event.governance_rule_id ?? null,
      policyVersion: "v",
      scopingState: event.scoping_state ?? null,
      outline: event.outline ?? null,
      outlineTruncated: false,
      agents: new Set(event.context_before_scoping.agents_included),
    };
  });
}

const leaksOf = (section: Record<string, unknown>, handoffs: readonly OutlinedHandoff[]) =>
  findLeaks(handoffs, new PolicyBlocks(new Map([["v", parse(section)]])));

const FRAUD = { fraud: { score: 3, internal_notes: "the claimant is known to us" } };
/** Audit repeats the note in its own output, which no rule for audit → advice blocks. */
const DETOUR: [string, string, Outputs] = [
  "audit",
  "advice",
  { audit: { evidence: [{ internal_notes: "the claimant is known to us" }] } },
];
const rule = (terms: Record<string, unknown>) => ({
  default_handoff_mode: "full",
  agent_handoff_rules: [{ from_agent_id: "fraud", to_agent_id: "advice", ...terms }],
});

describe("a blocked field that reaches its receiver by another handoff", () => {
  it.each([
    ["blocked", { handoff_mode: "full", blocked_context_fields: ["internal_notes"] }],
    [
      "not_allowed",
      {
        handoff_mode: "scoped",
        allowed_context_fields: ["score"],
        blocked_context_fields: ["internal_notes"],
      },
    ],
    ["mode", { handoff_mode: "minimal", blocked_context_fields: ["internal_notes"] }],
  ])("is a leak even if it was first removed by %s", (cause, terms) => {
    const handoffs = record(rule(terms), ["fraud", "advice", FRAUD], DETOUR);
    const first = handoffs[0]?.outline?.find(({ path }) => path === "fraud.internal_notes");
    expect(first).toMatchObject({ cause, after: 0 });
    expect(leaksOf(rule(terms), handoffs)).toEqual([
      {
        eventId: "e2",
        name: "internal_notes",
        field: "internal_notes",
        by: "same_name",
        tokens: expect.any(Number),
        places: [{ path: "audit.evidence[].internal_notes", tokens: expect.any(Number), by: "same_name" }],
        block: {
          sessionId: "s",
          place: expect.objectContaining({ occurredAt: 0 }),
          eventId: "e1",
          fromAgent: "fraud",
          ruleId: expect.any(String),
          cause,
          isRemoved: true,
        },
      },
    ]);
    const blocks = new PolicyBlocks(new Map([["v", parse(rule(terms))]]));
    const { steps } = traceField(handoffs, "internal_notes", blocks, findLeaks(handoffs, blocks));
    expect(steps.map((step) => [step.number, step.cause, step.isBlocked, step.leak])).toEqual([
      [1, cause, true, null],
      [2, null, false, "same_name"],
    ]);
  });

  it("is not a leak if no policy blocks it, even if it was removed before", () => {
    const terms = { handoff_mode: "scoped", allowed_context_fields: ["score"] };
    expect(leaksOf(rule(terms), record(rule(terms), ["fraud", "advice", FRAUD], DETOUR))).toEqual([]);
  });

  it("is a leak if the policy version is unknown and the recorded cause is a block", () => {
    const terms = { handoff_mode: "full", blocked_context_fields: ["internal_notes"] };
    const handoffs = record(rule(terms), ["fraud", "advice", FRAUD], DETOUR);
    expect(findLeaks(handoffs, new PolicyBlocks())).toHaveLength(1);
  });

  it("is a leak under a key of a map that is blocked entirely", () => {
    const section = rule({ handoff_mode: "full", blocked_context_fields: ["by_ssn"] });
    const by_ssn = { "078-05-1120": { name: "the name of a person" } };
    const handoffs = record(
      section,
      ["fraud", "advice", { fraud: { by_ssn } }],
      ["audit", "advice", { audit: { by_ssn } }],
    );
    expect(leaksOf(section, handoffs)).toMatchObject([{ eventId: "e2", field: "by_ssn", by: "same_name" }]);
  });

  it("is found by its name if a pattern with `*` blocks it", () => {
    const section = rule({ handoff_mode: "full", blocked_context_fields: ["*.internal_notes"] });
    const handoffs = record(section, ["fraud", "advice", { fraud: { case: FRAUD.fraud } }], DETOUR);
    expect(leaksOf(section, handoffs)).toMatchObject([{ eventId: "e2", field: "internal_notes" }]);
  });

  it("is not a leak to its own author, nor in observe mode", () => {
    const section = rule({ handoff_mode: "full", blocked_context_fields: ["internal_notes"] });
    const own: [string, string, Outputs] = ["audit", "advice", { advice: { internal_notes: "my own" } }];
    expect(leaksOf(section, record(section, ["fraud", "advice", FRAUD], own))).toEqual([]);
    const observed = record(section, ["fraud", "advice", FRAUD], DETOUR).map(
      (one): OutlinedHandoff => ({ ...one, scopingState: "observed" }),
    );
    expect(leaksOf(section, observed)).toEqual([]);
  });

  it("is a leak after a handoff that passed it despite the block", () => {
    const section = rule({ handoff_mode: "full", blocked_context_fields: ["internal_notes"] });
    const [first, second] = record(section, ["fraud", "advice", FRAUD], DETOUR);
    if (!first || !second) throw new Error("handoffs are missing");
    const disobeyed = {
      ...first,
      outline: first.outline?.map(({ path, tokens }) => ({ path, tokens })) ?? null,
    };
    expect(leaksOf(section, [disobeyed, second])).toMatchObject([{ eventId: "e2", by: "same_name" }]);
  });
});

it("findLeaks handles outlines that are built to be slow within seconds", () => {
  const keys = Array.from({ length: 300 }, (_, index) => `k${index}`);
  const outline = (root: string, after?: 0): OutlineEntry[] =>
    Array.from({ length: 2_000 }, (_, index) => ({
      path: `${root}.${keys
        .slice(index % 300)
        .join(".")
        .slice(0, 1_000)}${index}`,
      tokens: 1,
      ...(after === undefined ? {} : { after, cause: "blocked" as const }),
    }));
  const [first] = record(rule({ handoff_mode: "full" }), ["fraud", "advice", FRAUD]);
  if (!first) throw new Error("the handoff is missing");
  const handoffs = [
    { ...first, outline: outline("a", 0), agents: null },
    ...Array.from({ length: 8 }, (_, index) => ({
      ...first,
      eventId: `${index}`,
      outline: outline("b"),
      agents: null,
    })),
  ];
  const start = cpuMilliseconds();
  findLeaks(handoffs, new PolicyBlocks());
  expect(cpuMilliseconds() - start).toBeLessThan(10_000);
});
