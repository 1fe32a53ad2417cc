import { expect, it } from "vitest";
import { stepRange } from "./step-range";

const week = { first: "2026-03-25", last: "2026-03-31" };

it("steps to the range before and after, of the same length", () => {
  expect(stepRange(week, "earlier", "2026-11-22")).toBe("2026-03-18..2026-03-24");
  expect(stepRange(week, "later", "2026-11-22")).toBe("2026-04-01..2026-04-07");
});

it("ends today at the latest, and goes nowhere from there", () => {
  expect(stepRange(week, "later", "2026-04-02")).toBe("2026-03-27..2026-04-02");
  expect(stepRange(week, "later", "2026-03-31")).toBeNull();
});

it("looks at twice as much around it, at a year and a day at most", () => {
  expect(stepRange(week, "wider", "2026-11-22")).toBe("2026-03-22..2026-04-04");
  expect(stepRange(week, "wider", "2026-03-31")).toBe("2026-03-18..2026-03-31");
  const year = { first: "2025-11-22", last: "2026-11-22" };
  expect(stepRange(year, "wider", "2026-11-22")).toBeNull();
});
