import { expect, it } from "vitest";
import { lagOf, statusOf } from "./file-state";

const read = { state: "reading", lastError: null, fileSize: 100, readOffset: 100 } as const;

it("statusOf returns the state of a file", () => {
  expect(statusOf(read)).toBe("up_to_date");
  expect(statusOf({ ...read, readOffset: 40 })).toBe("behind");
  expect(statusOf({ ...read, lastError: "permission denied" })).toBe("failed");
  expect(statusOf({ ...read, state: "not_read", lastError: "fits no format" })).toBe("not_read");
  expect(statusOf({ ...read, state: "gone" })).toBe("gone");
});

it("lagOf is not negative for a truncated file", () => {
  expect(lagOf({ fileSize: 10, readOffset: 100 })).toBe(0);
});
