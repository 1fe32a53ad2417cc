import { expect, it } from "vitest";
import { RateLimit } from "./rate-limit";

it("lets a number of attempts pass in a window, each key for itself, and says when to come again", () => {
  const limit = new RateLimit(2, 10_000);
  expect([limit.take("a", 0), limit.take("a", 1), limit.take("a", 2_000)]).toEqual([null, null, 8]);
  expect(limit.take("b", 2_000)).toBeNull();
  expect(limit.take("a", 10_001)).toBeNull();
});

it("forgets who turned out to be right", () => {
  const limit = new RateLimit(1, 10_000);
  limit.take("a", 0);
  limit.forget("a");
  expect(limit.take("a", 1)).toBeNull();
});

it("remembers no more than so many keys", () => {
  const limit = new RateLimit(1, 10_000);
  for (let key = 0; key <= 10_000; key += 1) limit.take(String(key), 0);
  expect(limit.take("0", 1)).toBeNull();
  expect(limit.take("10000", 1)).toBe(10);
});
