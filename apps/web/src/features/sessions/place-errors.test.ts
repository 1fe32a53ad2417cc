import { expect, it } from "vitest";
import { placeErrors } from "./place-errors";

const handoffs = [
  { eventId: "h1", toAgent: "a", occurredAt: 1_000 },
  { eventId: "h2", toAgent: "b", occurredAt: 2_000 },
  { eventId: "h3", toAgent: "a", occurredAt: 3_000 },
];
const error = (id: string, agent: string | null, at: number) => ({
  id,
  agent,
  occurredAt: new Date(at),
  eventType: "tool_error",
  message: null,
});

it("placeErrors places an error at the last handoff to its agent before it", () => {
  const placed = placeErrors(handoffs, [
    error("late", "a", 3_500),
    error("early", "a", 2_500),
    error("other", null, 2_500),
    error("unknown", "c", 9_000),
    error("before all", "a", 500),
  ]);
  const ids = Object.fromEntries([...placed].map(([event, errors]) => [event, errors.map(({ id }) => id)]));
  expect(ids).toEqual({ h1: ["early"], h2: ["other"], h3: ["late", "unknown"] });
});
