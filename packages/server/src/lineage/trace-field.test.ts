import type { OutlineEntry } from "@baton/core";
import { describe, expect, it } from "vitest";
import { findLeaks } from "../../test/find-leaks";
import type { OutlinedHandoff } from "./outlined-handoff";
import { PolicyBlocks } from "./policy-blocks";
import { traceField } from "./trace-field";

const trace = (handoffs: readonly OutlinedHandoff[], text: string) =>
  traceField(handoffs, text, new PolicyBlocks(), findLeaks(handoffs));

function handoff(
  eventId: string,
  [fromAgent, toAgent]: readonly [string, string],
  outline: OutlineEntry[] | null,
  fields: Partial<OutlinedHandoff> = {},
): OutlinedHandoff {
  return {
    eventId,
    kind: "context",
    fromAgent,
    toAgent,
    ruleId: "r",
    occurredAt: Number(eventId),
    policyVersion: null,
    scopingState: "scoped",
    outline,
    outlineTruncated: false,
    agents: null,
    ...fields,
  };
}

const blocked = (path: string, tokens: number) => ({ path, tokens, after: 0, cause: "blocked" as const });

/** A note of the severity agent: blocked for one agent, sent to another, and forwarded by that one. */
const LEAKED = [
  handoff("1", ["intake", "severity"], [{ path: "intake.claim", tokens: 9 }]),
  handoff(
    "2",
    ["severity", "advice"],
    [
      blocked("severity.notes", 42),
      blocked("observations[].notes", 6),
      { path: "severity.score", tokens: 3 },
    ],
  ),
  handoff("3", ["severity", "explain"], [{ path: "severity.notes", tokens: 42 }]),
  handoff("4", ["explain", "advice"], [{ path: "explain.evidence[].notes", tokens: 38 }]),
];

const possessions = (handoffs: readonly OutlinedHandoff[], field: string) =>
  Object.fromEntries(trace(handoffs, field).holders.map((one) => [one.agent, one.possession]));

describe("traceField", () => {
  it("returns the origin, blocks, passes and leaks of a field", () => {
    const { steps, origins, unknownCount } = trace(LEAKED, "notes");
    expect(steps.map((step) => [step.number, step.source.name, step.cause, step.after, step.leak])).toEqual([
      [2, "severity", "blocked", 0, null],
      [2, "observations", "blocked", 0, null],
      [3, "severity", null, 42, null],
      [4, "explain", null, 38, "same_name"],
    ]);
    expect(origins.map(({ source, number }) => [source.kind, source.name, number])).toEqual([
      ["output", "severity", 2],
      ["part", "observations", 2],
      ["output", "explain", 4],
    ]);
    expect(unknownCount).toBe(0);
  });

  it("returns which agents have had it, and which despite a block", () => {
    const { holders } = trace(LEAKED, "notes");
    expect(holders.map((one) => [one.agent, one.possession, one.leak?.number ?? null, one.number])).toEqual([
      ["intake", "no", null, null],
      ["severity", "wrote", null, null],
      ["advice", "received", 4, 4],
      ["explain", "wrote", null, null],
    ]);
  });

  it("marks an author as receiver only of another agent's field, not of its own", () => {
    const handoffs = [
      handoff("1", ["a", "b"], [{ path: "a.notes", tokens: 5 }]),
      handoff(
        "2",
        ["b", "a"],
        [
          { path: "a.notes", tokens: 5 },
          { path: "b.notes", tokens: 6, after: 0, cause: "not_allowed" },
        ],
      ),
      handoff("3", ["b", "c"], [{ path: "b.notes", tokens: 6 }]),
    ];
    const { holders } = trace(handoffs, "notes");
    expect(holders.map((one) => [one.agent, one.possession, one.number, one.received])).toEqual([
      ["a", "wrote", null, null],
      ["b", "wrote", null, { number: 1, eventId: "1" }],
      ["c", "received", 3, { number: 3, eventId: "3" }],
    ]);
  });

  it("treats the same name at another path as another field, unless it is blocked for the receiver", () => {
    const innocent = handoff("0", ["intake", "advice"], [{ path: "intake.notes", tokens: 5 }]);
    const { steps } = trace([innocent, ...LEAKED], "severity.notes");
    expect(steps.map(({ number, match }) => [number, match])).toEqual([
      [3, "field"],
      [4, "field"],
      [5, "name"],
    ]);
  });

  it("recognizes the same text under another name by its digest", () => {
    const digest = "00".repeat(8);
    const { steps } = trace(
      [
        handoff("1", ["a", "b"], [{ ...blocked("a.notes", 20), digest }]),
        handoff("2", ["c", "b"], [{ path: "observations[].said", tokens: 21, digest }]),
        handoff("3", ["c", "b"], [{ path: "observations[].other", tokens: 21, digest: "11".repeat(8) }]),
      ],
      "a.notes",
    );
    expect(steps.map(({ number, match, leak }) => [number, match, leak])).toEqual([
      [1, "field", null],
      [2, "text", "same_text"],
    ]);
  });

  it("matches disguised spellings, and consecutive keys at any depth", () => {
    const outline = [{ path: "a.claimant.S\u200bSN", tokens: 5 }];
    expect(trace([handoff("1", ["a", "b"], outline)], "ssn").steps).toHaveLength(1);
    expect(trace([handoff("1", ["a", "b"], outline)], "claimant.ssn").steps).toHaveLength(1);
    expect(trace([handoff("1", ["a", "b"], outline)], "claimant").steps).toHaveLength(1);
    expect(trace([handoff("1", ["a", "b"], outline)], "a").steps).toEqual([]);
    expect(trace([handoff("1", ["a", "b"], outline)], "").steps).toEqual([]);
  });

  it("reports every field as passed in observe mode", () => {
    const observed = handoff("1", ["a", "b"], [blocked("a.ssn", 5)], { scopingState: "observed" });
    expect(trace([observed], "ssn").steps).toMatchObject([
      { cause: null, after: 5, has: "yes", isOnlyObserved: true, leak: null },
    ]);
  });

  it("returns “unknown” instead of “no” if a handoff has no complete outline", () => {
    const handoffs = [
      handoff("1", ["a", "b"], null),
      handoff("2", ["a", "c"], [], { outlineTruncated: true }),
      handoff("3", ["a", "d"], [{ path: "a.x", tokens: 1 }]),
    ];
    expect(possessions(handoffs, "ssn")).toEqual({ a: "no", b: "unknown", c: "unknown", d: "no" });
    expect(trace(handoffs, "ssn").unknownCount).toBe(2);
  });

  it("returns “in_summary” for a summarized field", () => {
    const whole = { path: "a.text", tokens: 900, after: 0, cause: "summarized" as const };
    expect(possessions([handoff("1", ["a", "b"], [whole])], "text")).toEqual({ a: "wrote", b: "in_summary" });
  });

  it("distinguishes a context part from an agent's output if the agents are known", () => {
    const handoffs = [
      handoff("1", ["a", "b"], [{ path: "plan.ssn", tokens: 3 }], { agents: new Set(["a"]) }),
    ];
    expect(possessions(handoffs, "ssn")).toEqual({ a: "no", b: "received" });
  });
});

it("traceField dates possession from the first receipt, and the leak from after the block", () => {
  const handoffs = [
    handoff("1", ["a", "b"], [{ path: "a.notes", tokens: 5 }]),
    handoff("2", ["a", "b"], [blocked("a.notes", 5)]),
    handoff("3", ["c", "b"], [{ path: "c.evidence.notes", tokens: 5 }]),
  ];
  const holder = trace(handoffs, "notes").holders.find(({ agent }) => agent === "b");
  expect(holder).toMatchObject({ number: 1, eventId: "1", leak: { number: 3, eventId: "3" } });
});
