import { expect, it } from "vitest";
import { lagOf, standingOf } from "./file-state";

const read = { state: "reading", lastError: null, fileSize: 100, readOffset: 100 } as const;

it("says how a file stands", () => {
  expect(standingOf(read)).toBe("up_to_date");
  expect(standingOf({ ...read, readOffset: 40 })).toBe("behind");
  expect(standingOf({ ...read, lastError: "permission denied" })).toBe("failed");
  expect(standingOf({ ...read, state: "not_read", lastError: "fits no format" })).toBe("not_read");
  expect(standingOf({ ...read, state: "gone" })).toBe("gone");
});

it("has no negative lag for a file that was cut short", () => {
  expect(lagOf({ fileSize: 10, readOffset: 100 })).toBe(0);
});
