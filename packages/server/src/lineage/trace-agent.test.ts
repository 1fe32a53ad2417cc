import { expect, it } from "vitest";
import { listFields } from "./list-fields";
import type { OutlinedHandoff } from "./outlined-handoff";
import { traceAgent } from "./trace-agent";

const shared = {
  kind: "context",
  ruleId: null,
  occurredAt: 0,
  policyVersion: null,
  outlineTruncated: false,
  agents: null,
} as const;
const HANDOFFS: OutlinedHandoff[] = [
  {
    ...shared,
    eventId: "1",
    fromAgent: "a",
    toAgent: "b",
    scopingState: "scoped",
    outline: [
      { path: "a.x", tokens: 4 },
      { path: "a.ssn", tokens: 5, after: 0, cause: "blocked" },
      { path: "a.late", tokens: 2, after: 0, cause: "not_allowed" },
    ],
  },
  {
    ...shared,
    eventId: "2",
    fromAgent: "c",
    toAgent: "b",
    scopingState: "scoped",
    outline: [
      { path: "a.x", tokens: 4, after: 2, cause: "summarized" },
      { path: "a.late", tokens: 2 },
      { path: "b.own", tokens: 7 },
    ],
  },
  { ...shared, eventId: "3", fromAgent: "c", toAgent: "b", scopingState: "denied_error", outline: null },
];

it("traceAgent lists the fields an agent wrote, received (with senders) and never received", () => {
  const known = traceAgent(HANDOFFS, "b");
  expect(known.wrote.map(({ path, tokens }) => [path, tokens])).toEqual([["b.own", 7]]);
  expect(
    known.received.map(({ path, senders, number, count, tokens }) => [path, senders, number, count, tokens]),
  ).toEqual([
    ["a.x", ["a", "c"], 1, 2, 4],
    ["a.late", ["c"], 2, 1, 2],
  ]);
  expect(known.withheld.map(({ path, cause, eventId }) => [path, cause, eventId])).toEqual([
    ["a.ssn", "blocked", "1"],
  ]);
  expect([known.handoffCount, known.unknownCount]).toEqual([3, 1]);
});

it("traceAgent returns nothing for an agent without handoffs", () => {
  expect(traceAgent(HANDOFFS, "nobody")).toMatchObject({
    wrote: [],
    received: [],
    withheld: [],
    handoffCount: 0,
  });
});

it("listFields lists leaked fields first, then blocked ones", () => {
  const names = (leaks: { name: string }[]) => listFields(HANDOFFS, leaks).map(({ name }) => name);
  expect(names([])).toEqual(["ssn", "x", "late", "own"]);
  expect(names([{ name: "own" }, { name: "own" }])).toEqual(["own", "ssn", "x", "late"]);
  expect(listFields(HANDOFFS, [{ name: "own" }])).toMatchObject([
    { name: "own", leaks: 1 },
    { name: "ssn", handoffs: 1, blockedAt: 1, passedAt: 0, receivers: 0, leaks: 0 },
    { name: "x", handoffs: 2, blockedAt: 0 },
    { name: "late", handoffs: 2, blockedAt: 0 },
  ]);
});
