import { afterEach, expect, it, vi } from "vitest";
import { RateLimit } from "./rate-limit";

it("RateLimit allows a number of attempts per key and window, and returns the seconds to wait", () => {
  const limit = new RateLimit(2, 10_000);
  expect([limit.take("a", 0), limit.take("a", 1), limit.take("a", 2_000)]).toEqual([null, null, 8]);
  expect(limit.take("b", 2_000)).toBeNull();
  expect(limit.take("a", 10_001)).toBeNull();
});

afterEach(() => {
  vi.useRealTimers();
});

it("RateLimit is not affected by changes of the system clock", () => {
  const limit = new RateLimit(1, 10_000);
  limit.take("a");
  for (const hours of [1, -2]) {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * 3_600_000 });
    expect(limit.take("a")).toBeLessThanOrEqual(10);
    expect(limit.take("a")).toBeGreaterThan(5);
  }
});

it("RateLimit does not count a successful attempt, but keeps earlier ones", () => {
  const limit = new RateLimit(2, 10_000);
  limit.take("a", 0);
  limit.take("a", 0);
  limit.giveBack("a");
  expect([limit.take("a", 1), limit.take("a", 1)]).toEqual([null, 10]);
  for (let count = 0; count < 5; count += 1) limit.giveBack("a");
  expect([limit.take("a", 2), limit.take("a", 2), limit.take("a", 2)]).toEqual([null, null, 10]);
});

it("RateLimit keeps all keys, for any number of them", () => {
  const limit = new RateLimit(100, 10_000);
  for (let attempt = 0; attempt < 100; attempt += 1) limit.take("ada@example.org", 0);
  for (let key = 0; key < 50_000; key += 1) limit.take(`${key}@example.org`, 1);
  expect(limit.take("ada@example.org", 2)).toBe(10);
});
