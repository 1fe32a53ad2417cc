import { expect, it } from "vitest";
import { isRecorded } from "./is-recorded";

const SEPTEMBER = {
  start: new Date("2026-09-01T00:00:00Z"),
  end: new Date("2026-10-01T00:00:00Z"),
  timeZone: "UTC",
};

it.each([
  { days: ["2026-09-20", "2026-09-05"], isComparable: true },
  { days: ["2026-09-14T07", "2026-09-30"], isComparable: false },
  { days: [], isComparable: false },
])("a period with calls on $days is comparable: $isComparable", ({ days, isComparable }) => {
  expect(
    isRecorded(
      SEPTEMBER,
      days.map((day) => ({ day })),
    ),
  ).toBe(isComparable);
});
