import { expect, it } from "vitest";
import { plainJson } from "./plain-json";

it.each<[string, unknown, string]>([
  ["undefined and holes", { x: undefined, list: [undefined, 1] }, '{"list":[null,1]}'],
  ["keys that need escapes", { 'a"\n': 1, __proto: 2 }, '{"a\\"\\n":1,"__proto":2}'],
  ["an own __proto__", JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
  ["toJSON", { y: 1, toJSON: () => ({ ssn: 1 }) }, '{"y":1}'],
  ["accessors", Object.defineProperty({ y: 1 }, "x", { get: () => 1, enumerable: true }), '{"y":1}'],
  [
    "a Map, a Date, a function, a bigint",
    { m: new Map(), d: new Date(), f: () => 1, b: 1n, y: 1 },
    '{"y":1}',
  ],
  ["an array element that is not plain data", [new Map(), Number.NaN, 1], "[null,null,1]"],
  ["a value that is not plain data", new Map(), "null"],
])("plainJson writes only the plain data of %s", (_, value, json) => {
  expect(plainJson(value)).toBe(json);
});

it("plainJson omits cycles, but writes a repeated object each time", () => {
  const twice = { x: 1 };
  const value: Record<string, unknown> = { a: twice, b: twice, list: [] };
  value.self = value;
  value.list = [value, twice];
  expect(plainJson(value)).toBe('{"a":{"x":1},"b":{"x":1},"list":[null,{"x":1}]}');
});
