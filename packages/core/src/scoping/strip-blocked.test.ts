import { describe, expect, it } from "vitest";
import { compileBlockedPatterns, joinBlockedPatterns } from "./blocked-fields";
import { REMOVED } from "./removed";
import { RemovedPaths } from "./removed-paths";
import { BlockedStripper } from "./strip-blocked";

function strip(value: unknown, ...patterns: string[]) {
  const blocked = joinBlockedPatterns([compileBlockedPatterns(patterns)]);
  const removed = new RemovedPaths();
  const left = new BlockedStripper(removed).strip(value, "a", blocked, blocked.top);
  return { left, removed: removed.list(), isTruncated: removed.isTruncated };
}

describe("BlockedStripper", () => {
  it("gives a copy that shares nothing with the original", () => {
    const value = { x: [{ y: 1 }] };
    const { left } = strip(value);
    expect(left).toStrictEqual(value);
    expect(left).not.toBe(value);
    expect(Reflect.get(Object(left), "x")).not.toBe(value.x);
  });

  it("removes a value that is itself no plain data", () => {
    expect(strip(new Map()).left).toBe(REMOVED);
  });

  it("removes and names what holds itself", () => {
    const value: Record<string, unknown> = { x: 1 };
    value.self = value;
    expect(strip(value)).toEqual({ left: { x: 1 }, removed: ["a.self"], isTruncated: false });
    const ring: Record<string, unknown> = { next: { next: { next: { ssn: 1 } } } };
    Reflect.set(Object(Reflect.get(Object(ring.next), "next")), "next", ring);
    const { left, removed } = strip({ x: ring }, "ssn");
    expect(JSON.stringify(left)).toMatch(/^\{"x":(\{"next":)*\{\}\}*$/);
    expect(removed).toEqual([expect.stringMatching(/^a\.x(\.next)+$/)]);
  });

  it("gives up on what has more values than anybody hands over", () => {
    expect(() => strip(new Array(4_000_000_000))).toThrow("the context holds more than");
  });
});
