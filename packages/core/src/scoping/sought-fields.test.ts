import { expect, it } from "vitest";
import { cpuMilliseconds } from "../../test/cpu-time";
import { SoughtFields } from "./sought-fields";

function reaches(value: unknown, text: string): boolean {
  const sought = new SoughtFields([text]);
  return sought.listFound(sought.find([value])).includes(text);
}

/** Each for each other takes minutes. */
const HANG_GUARD_MILLISECONDS = 10_000;

it.each<[unknown, string[]]>([
  [{ a: 1 }, ["a", "*"]],
  [{ a: null }, ["a"]],
  [{ a: { b: 0 } }, ["a", "a.b", "*.b", "a.*", "*.*"]],
  [{ "caf\u00e9": 1, "cafe\u0301s": 2 }, ["cafe\u0301", "caf\u00e9s"]],
  [{ a: [1] }, ["a", "a[]"]],
  [{ a: [[], [{ b: 1 }]] }, ["a[]", "a[][]", "a[][].b"]],
  [{ a: [1, { b: 1 }] }, ["a[].b"]],
])("SoughtFields finds in %j a value for each of %j", (value, paths) => {
  expect(paths.filter((path) => !reaches(value, path))).toEqual([]);
});

it.each<[unknown, string[]]>([
  [{ a: undefined }, ["a", "*"]],
  [{ b: 1 }, ["a", "b.c", "A"]],
  [{ a: null }, ["a.b", "a[]"]],
  [{ a: "xy" }, ["a.0", "a.*", "a[]"]],
  [{ a: ["x", { b: 1 }] }, ["a.0", "a.*", "a.1.b", "a[].c", "a[][]"]],
  [{ a: { 0: 1 } }, ["a[]"]],
  [{ a: [], b: [[]] }, ["a[]", "b[][]"]],
  [[{ a: 1 }], ["a", "0", "*"]],
  ["a", ["0"]],
  [null, ["a"]],
])("SoughtFields finds in %j no value for any of %j", (value, paths) => {
  expect(paths.filter((path) => reaches(value, path))).toEqual([]);
});

it("SoughtFields finds each field in any of several values, and lists missing ones", () => {
  const sought = new SoughtFields(["a.b", "a.*", "c[].d", "x", "a[b", "x", "y"]);
  const found = sought.find([{ a: { b: 1 } }, null, [{ x: 1 }], { c: [{ d: 0 }] }]);
  expect(sought.listFound(found).sort()).toEqual(["a.*", "a.b", "c[].d"]);
  expect(sought.listOthers(found, 2)).toEqual({ named: ["x", "a[b"], count: 3 });
});

it("SoughtFields finds fifty thousand fields among as many keys quickly", () => {
  const keys = Array.from({ length: 50_000 }, (_, index) => `k${index}`);
  const value = Object.fromEntries(keys.map((key) => [key, 1]));
  const start = cpuMilliseconds();
  expect(new SoughtFields(keys).find([value]).size).toBe(50_000);
  expect(cpuMilliseconds() - start).toBeLessThan(HANG_GUARD_MILLISECONDS);
});
