import { describe, expect, it } from "vitest";
import { RemovedPaths } from "./removed-paths";

function listOf(...paths: [string, ...(string | null)[]][]): string[] {
  const removed = new RemovedPaths();
  for (const path of paths) addPath(removed, path);
  return removed.list();
}

function addPath(removed: RemovedPaths, [root, ...steps]: [string, ...(string | null)[]]): void {
  const last = steps.pop();
  if (last === undefined) removed.add(root);
  else steps.reduce((trail, step) => trail.under(step), removed.at(root)).remove(last);
}

describe("RemovedPaths", () => {
  it("escapes keys that could be misread, and writes elements as []", () => {
    expect(listOf(["a", "items", null, null, "x.y*[\\]"])).toEqual(["a.items[][].x\\.y\\*\\[\\\\]"]);
  });

  it("lists each path once", () => {
    expect(listOf(["a", "x"], ["a", "x"])).toEqual(["a.x"]);
  });

  it("omits paths below a listed one, even if others are sorted between them", () => {
    expect(listOf(["a", "x", "y"], ["a", "x-"], ["a", "x", null], ["a", "x"], ["a", "x\u00a1"])).toEqual([
      "a.x",
      "a.x-",
      "a.x\u00a1",
    ]);
  });

  it("keeps paths that only share a prefix", () => {
    expect(listOf(["a", "x"], ["a", "xy"], ["a", "x.y"])).toEqual(["a.x", "a.x\\.y", "a.xy"]);
  });

  it("sorts by code point, not by UTF-16 unit", () => {
    expect(listOf(["\u{10000}"], ["\uffff"], ["\ud7ff"], ["z"])).toEqual([
      "z",
      "\ud7ff",
      "\uffff",
      "\u{10000}",
    ]);
  });

  it("stops at a limit, and is marked as truncated", () => {
    const removed = new RemovedPaths();
    let trail = removed.at("a");
    for (let depth = 0; depth < 100_000; depth += 1) {
      trail.remove("ssn");
      trail = trail.under("next");
    }
    const paths = removed.list();
    expect(removed.isTruncated).toBe(true);
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.length).toBeLessThan(10_000);
  });
});
