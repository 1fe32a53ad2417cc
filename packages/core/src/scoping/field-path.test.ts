import { expect, it } from "vitest";
import { reachesField } from "./field-path";
import { parseFieldPattern } from "./field-pattern";

function reaches(value: unknown, text: string): boolean {
  const pattern = parseFieldPattern(text);
  if (!pattern.ok) throw new Error(pattern.reason);
  return reachesField(value, pattern.segments);
}

it.each<[unknown, string[]]>([
  [{ a: 1 }, ["a", "*"]],
  [{ a: null }, ["a"]],
  [{ a: { b: 0 } }, ["a", "a.b", "*.b", "a.*", "*.*"]],
  [{ "caf\u00e9": 1, "cafe\u0301s": 2 }, ["cafe\u0301", "caf\u00e9s"]],
  [{ a: [1] }, ["a", "a[]"]],
  [{ a: [[], [{ b: 1 }]] }, ["a[]", "a[][]", "a[][].b"]],
  [{ a: [1, { b: 1 }] }, ["a[].b"]],
])("in %j a value stands at the end of %j", (value, paths) => {
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
])("in %j none stands at the end of %j", (value, paths) => {
  expect(paths.filter((path) => reaches(value, path))).toEqual([]);
});
