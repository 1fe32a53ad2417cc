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
  it("returns a copy that shares nothing with the original", () => {
    const value = { x: [{ y: 1 }] };
    const { left } = strip(value);
    expect(left).toStrictEqual(value);
    expect(left).not.toBe(value);
    expect(Reflect.get(Object(left), "x")).not.toBe(value.x);
  });

  it("removes a value that is not plain data", () => {
    expect(strip(new Map()).left).toBe(REMOVED);
  });

  it("removes and names cycles", () => {
    const value: Record<string, unknown> = { x: 1 };
    value.self = value;
    expect(strip(value)).toEqual({ left: { x: 1 }, removed: ["a.self"], isTruncated: false });
    const ring: Record<string, unknown> = { next: { next: { next: { ssn: 1 } } } };
    Reflect.set(Object(Reflect.get(Object(ring.next), "next")), "next", ring);
    const { left, removed } = strip({ x: ring }, "ssn");
    expect(JSON.stringify(left)).toMatch(/^\{"x":(\{"next":)*\{\}\}*$/);
    expect(removed).toEqual([expect.stringMatching(/^a\.x(\.next)+$/)]);
  });

  it("empties an array whose elements are blocked, and names it if it had any", () => {
    expect(strip({ full: [1, { x: 1 }], none: [], other: [1] }, "full[]", "none[]")).toEqual({
      left: { full: [], none: [], other: [1] },
      removed: ["a.full[]"],
      isTruncated: false,
    });
  });

  it("replaces elements that are not plain data or are cycles by null, and keeps holes", () => {
    const list: unknown[] = [1, new Map(), "x"];
    list.push(list);
    expect(strip({ list })).toMatchObject({ left: { list: [1, null, "x", null] }, removed: ["a.list[]"] });
    const sparse = [1];
    sparse[2] = 3;
    const { left, removed } = strip(sparse);
    expect(left).toStrictEqual([1, undefined, 3]);
    expect(removed).toEqual([]);
  });

  it("follows blocked paths through arrays", () => {
    const { left, removed } = strip({ items: [{ id: 1, ok: 2 }, [{ id: 3 }]] }, "a.items[].id", "items[].id");
    expect(left).toEqual({ items: [{ ok: 2 }, [{ id: 3 }]] });
    expect(removed).toEqual(["a.items[].id"]);
  });

  it("names hidden keys of objects and arrays, and copies none of them", () => {
    const object = Object.defineProperty({ x: 1, [Symbol("s")]: 2 }, "hidden", { value: 3 });
    const { left, removed } = strip({ object, list: Object.assign([1, 2], { extra: 4 }) });
    expect(left).toStrictEqual({ object: { x: 1 }, list: [1, 2] });
    expect(removed.sort()).toEqual(["a.list.extra", "a.object.Symbol(s)", "a.object.hidden"]);
  });

  it("searches hidden keys in objects of up to a hundred thousand keys", () => {
    const hiding = (count: number) => {
      const object = Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
      return strip(Object.defineProperty(object, "hidden", { value: 1 })).removed;
    };
    expect(hiding(100_000)).toEqual(["a.hidden"]);
    expect(hiding(100_001)).toEqual([]);
  });

  it("throws for more values than any handoff has", () => {
    expect(() => strip(new Array(4_000_000_000))).toThrow("the context has more than");
  });
});
