import { traceField } from "@baton/server/lineage";
import { expect, it } from "vitest";
import { prepareLanes } from "./prepare-lanes";

const handoff = (
  number: number,
  from: string,
  to: string,
  outline: Parameters<typeof traceField>[0][number]["outline"],
) => ({
  eventId: `${number}`,
  kind: "context" as const,
  fromAgent: from,
  toAgent: to,
  ruleId: "r",
  occurredAt: number,
  policyVersion: null,
  scopingState: "scoped" as const,
  outline,
  outlineTruncated: false,
  agents: null,
});

const HANDOFFS = [
  handoff(1, "a", "b", [{ path: "a.notes", tokens: 9, after: 0, cause: "blocked" }]),
  handoff(2, "a", "c", [{ path: "a.notes", tokens: 9 }]),
  handoff(3, "c", "d", [{ path: "c.other", tokens: 1 }]),
  handoff(4, "c", "b", [{ path: "c.quote.notes", tokens: 7 }]),
];

const LEAKS = [
  { eventId: "4", name: "notes", places: [{ path: "c.quote.notes", tokens: 7, by: "same_name" as const }] },
];

function prepare(handoffs: typeof HANDOFFS) {
  return prepareLanes(
    {
      lineage: traceField(handoffs, "notes", undefined, LEAKS),
      handoffs: handoffs.map((one) => ({ ...one, isDefault: one.ruleId === null })),
    },
    "UTC",
  );
}

it("prepareLanes shows each outcome of a field (blocked, passed, absent, leaked), and which lanes have it", () => {
  const { steps, stretches, lanes, leftOut } = prepare(HANDOFFS);
  expect(steps.map(({ look, word, figure }) => [look, word, figure])).toEqual([
    ["stopped", "blocked", "9 tokens"],
    ["passed", "passed", "9 tokens"],
    ["absent", undefined, undefined],
    ["alarm", "leak", "7 tokens"],
  ]);
  expect(stretches).toEqual([
    { laneId: "a", from: 0, look: "has", begins: true },
    { laneId: "b", from: 3, look: "alarm", begins: false },
    { laneId: "c", from: 1, look: "has", begins: false },
  ]);
  expect(lanes.map(({ id, isStrong }) => [id, isStrong])).toEqual([
    ["a", true],
    ["b", true],
    ["c", true],
    ["d", false],
  ]);
  expect(leftOut).toBe(0);
});

it("prepareLanes draws only handoffs with the field if there are too many, and returns the number omitted", () => {
  const many = Array.from({ length: 300 }, (_, index) => handoff(index + 5, "x", "y", []));
  const { steps, leftOut } = prepare([...HANDOFFS, ...many]);
  expect(steps.map(({ order }) => order)).toEqual(["1", "2", "4"]);
  expect(leftOut).toBe(301);
});
