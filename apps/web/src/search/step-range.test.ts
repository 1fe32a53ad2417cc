import { expect, it } from "vitest";
import { stepRange } from "./step-range";

const week = { first: "2026-03-25", last: "2026-03-31" };

it("stepRange returns the previous or next range of the same length", () => {
  expect(stepRange(week, "earlier", "2026-11-22")).toBe("2026-03-18..2026-03-24");
  expect(stepRange(week, "later", "2026-11-22")).toBe("2026-04-01..2026-04-07");
});

it("stepRange does not go beyond today, and then returns null", () => {
  expect(stepRange(week, "later", "2026-04-02")).toBe("2026-03-27..2026-04-02");
  expect(stepRange(week, "later", "2026-03-31")).toBeNull();
});

it("stepRange doubles the range around its middle, up to a year and a day", () => {
  expect(stepRange(week, "wider", "2026-11-22")).toBe("2026-03-22..2026-04-04");
  expect(stepRange(week, "wider", "2026-03-31")).toBe("2026-03-18..2026-03-31");
  const year = { first: "2025-11-22", last: "2026-11-22" };
  expect(stepRange(year, "wider", "2026-11-22")).toBeNull();
});
