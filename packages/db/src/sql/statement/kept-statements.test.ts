import { expect, it } from "vitest";
import { KeptStatements } from "./kept-statements";

const HOUR = 3_600_000;

it("keeps those that come first, as far as they have room together, and begins anew each hour", () => {
  const kept = new KeptStatements();
  const long = "l".repeat(999_990);
  expect(kept.keeps(long, 0)).toBe(true);
  expect(kept.keeps("0123456789", 1)).toBe(true);
  expect(kept.keeps("another", HOUR - 1)).toBe(false);
  expect(kept.keeps(long, HOUR - 1)).toBe(true);
  expect(kept.keeps("another", HOUR)).toBe(true);
  expect(kept.keeps(long, HOUR)).toBe(true);
  expect(kept.keeps("0123456789", HOUR)).toBe(false);
});
