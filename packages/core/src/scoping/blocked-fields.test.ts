import { describe, expect, it } from "vitest";
import { compileBlockedPatterns, joinBlockedPatterns } from "./blocked-fields";
import { compileAllowedPatterns } from "./compile-policy";
import { isAtEnd, stepToKey } from "./field-trie";

const join = (...lists: string[][]) => joinBlockedPatterns(lists.map(compileBlockedPatterns));

describe("joinBlockedPatterns", () => {
  it("blocks a name that any list blocks, in any spelling", () => {
    const blocked = join(["ssn"], ["Pin", "x.y"]);
    expect(["SSN", "s\u200bsn", "pin", "x", "y", "other"].map((key) => blocked.blocksName(key))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it.each([
    [[[]], { isEmpty: true, hasNames: false }],
    [[["a"]], { isEmpty: false, hasNames: true }],
    [[["a.b"], []], { isEmpty: false, hasNames: false }],
    [[["*"]], { isEmpty: false, hasNames: false }],
    [[["*.x"]], { isEmpty: false, hasNames: false }],
  ])("classifies the lists %j", (lists, expected) => {
    expect(join(...lists)).toMatchObject(expected);
  });

  it("includes a repeated list once, and no list without paths", () => {
    const list = compileBlockedPatterns(["a.b"]);
    const { top, topOfElements } = joinBlockedPatterns([list, list, compileBlockedPatterns(["c"])]);
    expect([top.length, topOfElements.length]).toEqual([1, 1]);
  });
});

it("stepToKey follows all matching paths at once", () => {
  const { top } = join(["a.x", "*.y"], ["a.z"]);
  const ends = (key: string) => isAtEnd(stepToKey(stepToKey(top, "a"), key));
  expect(["x", "y", "z", "w"].map(ends)).toEqual([true, true, true, false]);
  expect(stepToKey(top, "b")).toHaveLength(1);
  expect(stepToKey([], "a")).toEqual([]);
});

describe("a malformed pattern", () => {
  it("is rejected instead of compiled to a weaker one", () => {
    expect(() => compileBlockedPatterns(["ok", "a["])).toThrow(/^a blocked pattern is malformed: ./);
    expect(() => compileAllowedPatterns(["ok", "a["])).toThrow(/^an allowed pattern is malformed: ./);
  });
});
