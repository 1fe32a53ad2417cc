import { deepStrictEqual } from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IS_SOAK_RUN, propertyRuns } from "../../test/env";
import { compileBlockedPatterns, joinBlockedPatterns } from "./blocked-fields";
import { TreeFilter } from "./filter-tree";
import { REMOVED } from "./removed";
import { RemovedPaths } from "./removed-paths";
import { ValueBudget } from "./scoping-error";
import { BlockedStripper } from "./strip-blocked";

function strip(value: unknown, ...patterns: string[]) {
  const blocked = joinBlockedPatterns([compileBlockedPatterns(patterns)]);
  const removed = new RemovedPaths();
  const left = new BlockedStripper(removed).strip(value, "a", blocked, blocked.top);
  return { left, removed: removed.list(), isTruncated: removed.isTruncated };
}

function filter(value: unknown, ...patterns: string[]) {
  const blocked = joinBlockedPatterns([compileBlockedPatterns(patterns)]);
  const removed = new RemovedPaths();
  const tree = new TreeFilter({
    root: "a",
    blocked,
    removed,
    budget: new ValueBudget(),
    isKnownPlain: false,
  });
  return { left: tree.filter(value), removed: removed.list(), isTruncated: removed.isTruncated };
}

const keys = ["ssn", "SSN", "s\u200bsn", "x", "items", "__proto__", "constructor", "a.b"];
const patterns = [
  "ssn",
  "x",
  "items[]",
  "items[].x",
  "items[][].*",
  "*",
  "*.ssn",
  "x.items[]",
  "constructor",
  "a\\.b",
];
const plain = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, 1, "text", true, undefined),
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.constantFrom(...keys), tie("value")), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
    fc.constantFrom(new Map(), () => 1, Symbol("x"), 5n, Object.assign([1], { ssn: 2 }), {
      [Symbol("ssn")]: 1,
    }),
  ),
})).value;

/** Ten times what a decision may take: a guard against hanging, not a measurement. */
const HANG_GUARD_MILLISECONDS = 30_000;

describe("BlockedStripper", { timeout: HANG_GUARD_MILLISECONDS }, () => {
  it("does what the filter does, which is written another way", () => {
    fc.assert(
      fc.property(plain, fc.subarray(patterns), (value, blocked) => {
        // Of node:assert, as that compares `__proto__` and `constructor` as the keys that they are here.
        deepStrictEqual(strip(value, ...blocked), filter(value, ...blocked));
      }),
      { numRuns: propertyRuns(500) },
    );
  });

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

  it.each([10_000, IS_SOAK_RUN ? 1_000_000 : 100_000])("reaches %d levels down", (depth) => {
    const value: unknown = JSON.parse(`${'{"ssn":"canary","n":'.repeat(depth)}0${"}".repeat(depth)}`);
    let { left, isTruncated } = strip(value, "ssn");
    let levels = 0;
    let leaks = 0;
    for (; typeof left === "object" && left !== null; levels += 1) {
      if ("ssn" in left) leaks += 1;
      left = Reflect.get(left, "n");
    }
    expect({ levels, leaks }).toEqual({ levels: depth, leaks: 0 });
    expect(isTruncated).toBe(true);
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

  it.each([
    [
      "doubles at every level",
      () => {
        let value: unknown = 1;
        for (let level = 0; level < 40; level += 1) value = [value, value];
        return value;
      },
    ],
    ["has four billion holes", () => new Array(4_000_000_000)],
  ])("gives up on a value that %s", (_, create) => {
    expect(() => strip(create())).toThrow("the context holds more than");
  });
});
