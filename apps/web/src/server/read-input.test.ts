import fc from "fast-check";
import superjson, { type SuperJSONResult } from "superjson";
import { describe, expect, it } from "vitest";
import { isUnstorable } from "./is-unstorable";
import { readInput } from "./read-input";

/** Builds about a hundred bytes, which superjson expands to 2 to the power of `levels` values. */
function doubling(levels: number): SuperJSONResult {
  const numbers = Array.from({ length: levels }, (_, level) => level);
  return {
    json: Object.fromEntries([...numbers, levels].map((level) => [`n${level}`, { left: 0, right: 0 }])),
    meta: {
      v: 1,
      referentialEqualities: Object.fromEntries(
        numbers.map((level) => [`n${level}`, [`n${level + 1}.left`, `n${level + 1}.right`]]),
      ),
    },
  };
}

describe("readInput", () => {
  it("restores dates and undefined values", () => {
    const sent = { cursor: { writtenAt: new Date(0), id: "a" }, until: undefined, "a.b": [new Date(1)] };
    expect(readInput(JSON.parse(superjson.stringify(sent)))).toEqual(sent);
    expect(readInput(JSON.parse(superjson.stringify(undefined)))).toBeUndefined();
    const shared = { days: 1 };
    expect(readInput(JSON.parse(superjson.stringify([shared, shared])))).toEqual([shared, shared]);
  });

  it("returns no more data than was sent", () => {
    expect(superjson.deserialize<{ n1: { left: unknown } }>(doubling(1)).n1.left).toEqual({
      left: 0,
      right: 0,
    });
    expect(readInput(doubling(60))).toEqual(doubling(60).json);
    expect(isUnstorable(readInput(doubling(60)))).toBe(false);
  });

  it("rejects types that are slow to create", () => {
    for (const type of ["bigint", "regexp", "map", "set", "Error", "URL"]) {
      expect(() => readInput({ json: { a: "1" }, meta: { values: { a: [type] } } })).toThrow();
    }
  });
});

describe("a superjson annotation", () => {
  const marked = (json: unknown, ...paths: string[]) => ({
    json,
    meta: { values: Object.fromEntries(paths.map((path) => [path, ["undefined"]])), v: 1 },
  });

  it.each([
    [{ a: null }, "a", { a: undefined }],
    [{ "a.b": { "\\": null } }, "a\\.b.\\\\", { "a.b": { "\\": undefined } }],
    [{ a: [1, { b: null }] }, "a.1.b", { a: [1, { b: undefined }] }],
    [{ "": { "": null } }, ".", { "": { "": undefined } }],
  ])("in %j is applied at %j", (json, path, input) => {
    expect(readInput(marked(json, path))).toEqual(input);
    expect(readInput(superjson.serialize(input))).toEqual(input);
  });

  it.each([
    [{ a: [1] }, "a.4294967290"],
    [{ a: [1] }, "a.1"],
    [{ a: [1] }, "a.length"],
    [{ a: [1] }, "a.0x0"],
    [{ a: [1] }, "a.0.b"],
    [{ a: 1 }, "b"],
    [{ a: 1 }, "__proto__.b"],
    [{ a: 1 }, "a."],
    [{ a: { 1: 1 }, "\\a": [1] }, "\\\\a.1"],
    [{ ["k".repeat(2_000)]: null }, "k".repeat(2_000)],
  ])("in %j is rejected at the missing position %j", (json, path) => {
    expect(() => readInput(marked(json, path))).toThrow("Invalid request");
  });

  /** superjson does not serialize objects with these keys. */
  const UNWRITTEN = ["__proto__", "constructor", "prototype"];

  it("is parsed as superjson writes it, for any keys", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string().filter((key) => !UNWRITTEN.includes(key)),
          { minLength: 1, maxLength: 4 },
        ),
        (keys) => {
          const input = keys.reduceRight<unknown>((value, key) => ({ [key]: value }), new Date(0));
          expect(readInput(JSON.parse(JSON.stringify(superjson.serialize(input))))).toEqual(input);
        },
      ),
    );
  });
});

describe("an input with thousands of errors", () => {
  it("is rejected with a short message", () => {
    const values = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, ["Map"]]));
    expect(() => readInput({ json: {}, meta: { values } })).toThrow(
      /^Invalid request\. Reload the page\. Programs must use \/api\/v1\.$/,
    );
  });
});

describe("isUnstorable", () => {
  it("finds a NUL at any depth, also in keys", () => {
    const deep = (inside: string) => JSON.parse(`${"[".repeat(200_000)}${inside}${"]".repeat(200_000)}`);
    expect(isUnstorable(deep(String.raw`"\u0000"`))).toBe(true);
    expect(isUnstorable(deep(String.raw`{"a\u0000b":1}`))).toBe(true);
    expect(isUnstorable(deep('"a"'))).toBe(false);
  });
});
