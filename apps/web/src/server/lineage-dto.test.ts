import { traceAgent, traceField } from "@baton/server/lineage";
import { expect, it } from "vitest";
import { toKnowledgeDto, toLineageDto } from "./lineage-dto";

type Handoff = Parameters<typeof traceField>[0][number];

const handoff = (
  [fromAgent, toAgent]: readonly [string, string],
  paths: readonly string[],
  cause: "blocked" | null = null,
): Omit<Handoff, "eventId" | "occurredAt"> => ({
  kind: "context",
  fromAgent,
  toAgent,
  ruleId: "r",
  policyVersion: null,
  scopingState: "scoped",
  agents: null,
  outlineTruncated: false,
  outline: paths.map((path) => (cause ? { path, tokens: 9, after: 0, cause } : { path, tokens: 9 })),
});
const inOrder = (handoffs: readonly ReturnType<typeof handoff>[]): Handoff[] =>
  handoffs.map((each, index) => ({ ...each, eventId: `e${index}`, occurredAt: index }));

it("toLineageDto limits a field's path to two thousand steps plus every leak", () => {
  const handoffs = inOrder([
    handoff(["a", "c"], ["a.notes"], "blocked"),
    ...Array.from({ length: 2_500 }, () => handoff(["a", "b"], ["a.notes"])),
    handoff(["b", "c"], ["a.notes"]),
  ]);
  const leaks = [
    { eventId: "e2501", name: "notes", places: [{ path: "a.notes", tokens: 9, by: "same_field" as const }] },
  ];
  const shown = toLineageDto(traceField(handoffs, "notes", undefined, leaks));
  expect([shown.stepCount, shown.steps.length]).toEqual([2_502, 2_000]);
  expect(shown.steps[0]).toMatchObject({ paths: ["a.notes"], pathCount: 1 });
  expect(shown.leaks).toMatchObject({
    count: 1,
    first: [{ number: 2_502, fromAgent: "b", toAgent: "c" }],
  });
  expect(shown.holders.map(({ agent }) => agent)).toEqual(["a", "c", "b"]);
});

it("toLineageDto limits the paths of one step, and returns their number", () => {
  const places = Array.from({ length: 25_000 }, (_, index) => `a.list[${index}].notes`);
  const shown = toLineageDto(traceField(inOrder([handoff(["a", "b"], places)]), "notes"));
  expect(shown.steps.map(({ pathCount, paths }) => [pathCount, paths.length])).toEqual([[25_000, 1]]);
});

it("toKnowledgeDto limits an agent's fields, each with all its senders", () => {
  const paths = Array.from({ length: 2_001 }, (_, index) => `x.field${index}`);
  const handoffs = inOrder(Array.from({ length: 12 }, (_, index) => handoff([`sender${index}`, "b"], paths)));
  const { received, wrote, withheld } = toKnowledgeDto(traceAgent(handoffs, "b"));
  expect([received.count, received.first.length]).toEqual([2_001, 2_000]);
  expect(received.first[0]?.senders).toMatchObject({ count: 12, first: { length: 12 } });
  expect([wrote.count, withheld.count]).toEqual([0, 0]);
});
