import { deepStrictEqual } from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sizeOfRun } from "../../test/soak";
import { compileBlockedPatterns, joinBlockedPatterns } from "./blocked-fields";
import { TreeFilter } from "./filter-tree";
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

/** Ten times the allowed time of a decision: ends a hung test, measures nothing. */
const HANG_GUARD_MILLISECONDS = 30_000;

describe("BlockedStripper", { timeout: HANG_GUARD_MILLISECONDS }, () => {
  it("equals the filter, an independent implementation", () => {
    fc.assert(
      fc.property(plain, fc.subarray(patterns), (value, blocked) => {
        // Uses node:assert, because it compares `__proto__` and `constructor` as ordinary keys.
        deepStrictEqual(strip(value, ...blocked), filter(value, ...blocked));
      }),
      { numRuns: sizeOfRun({ suite: 500, soak: 100_000 }) },
    );
  });

  it.each([10_000, sizeOfRun({ suite: 100_000, soak: 1_000_000 })])(
    "removes blocked fields %d levels deep",
    (depth) => {
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
    },
  );

  it("throws for a value that doubles at every level", () => {
    let value: unknown = 1;
    for (let level = 0; level < 40; level += 1) value = [value, value];
    expect(() => strip(value)).toThrow("the context has more than");
  });
});
