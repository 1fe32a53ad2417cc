import { expect, it } from "vitest";
import { describeGaps } from "./gaps";

const gaps = (...days: number[]) =>
  days.map((day) => ({ fromKey: `${day}`, toKey: `${day}`, when: `${day} Nov` }));

it("describeGaps names the first gaps, and counts the others", () => {
  expect(describeGaps(gaps(1))).toBe("no data 1 Nov");
  expect(describeGaps(gaps(1, 3, 5))).toBe("no data 1 Nov, 3 Nov, 5 Nov");
  expect(describeGaps(gaps(1, 3, 5, 7))).toBe("no data 1 Nov, 3 Nov, 5 Nov and 1 more");
  expect(describeGaps(gaps(1, 3, 5, 7, 9))).toBe("no data 1 Nov, 3 Nov, 5 Nov and 2 more");
});
