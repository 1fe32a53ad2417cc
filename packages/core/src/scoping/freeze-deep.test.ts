import { expect, it } from "vitest";
import { freezeDeep } from "./freeze-deep";

it("freezeDeep freezes objects and arrays at every depth, among other values", () => {
  const value = { a: null, b: [1, { c: "x" }, undefined], d: undefined, e: true };
  freezeDeep(value);
  expect([value, value.b, value.b[1]].map((part) => Object.isFrozen(part))).toEqual([true, true, true]);
});

it("freezeDeep handles cycles and any depth", () => {
  const ring: Record<string, unknown> = {};
  ring.self = ring;
  freezeDeep(ring);
  expect(Object.isFrozen(ring)).toBe(true);
  freezeDeep(JSON.parse("[".repeat(20_000) + "]".repeat(20_000)));
});

it.each([null, undefined, "text", 1])("freezeDeep accepts %s", (value) => {
  expect(() => freezeDeep(value)).not.toThrow();
});
