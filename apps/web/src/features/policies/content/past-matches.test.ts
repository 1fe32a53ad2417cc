import { expect, it } from "vitest";
import { addPage, NO_MATCHES } from "./past-matches";

it("adds the matches of each page by rule and pair, and keeps the newest examples", () => {
  const page = (day: number) => ({
    rules: [
      {
        position: 0,
        matchCount: 2,
        handoffCount: 1,
        pairs: [
          { from: "a", to: "b", matchCount: 1 },
          { from: "a", to: `c${day}`, matchCount: 1 },
        ],
        examples: [1, 2, 3].map((count) => ({
          sessionId: "s",
          eventId: null,
          occurredAt: new Date(Date.UTC(2026, 0, day)),
          count,
        })),
      },
    ],
    invalid: [1],
    textCount: 10,
    tooLongCount: 1,
  });
  const found = addPage(addPage(NO_MATCHES, page(9)), page(8));
  expect(found).toMatchObject({ invalid: [1], textCount: 20, tooLongCount: 2 });
  expect(found.rules.get(0)).toMatchObject({
    matchCount: 4,
    handoffCount: 2,
    pairs: [
      { from: "a", to: "b", matchCount: 2 },
      { to: "c9", matchCount: 1 },
      { to: "c8", matchCount: 1 },
    ],
  });
  expect(
    found.rules.get(0)?.examples.map(({ occurredAt, count }) => [occurredAt.getUTCDate(), count]),
  ).toEqual([
    [9, 1],
    [9, 2],
    [9, 3],
    [8, 1],
    [8, 2],
  ]);
});
