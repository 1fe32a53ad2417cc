import fc from "fast-check";
import { expect, it } from "vitest";
import { plainJson } from "./plain-json";

it("plainJson equals JSON.stringify for plain data", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(plainJson(value)).toBe(JSON.stringify(value));
    }),
  );
});

it("plainJson accepts any depth", { timeout: 30_000 }, () => {
  const depth = 200_000;
  const json = `${'{"n":['.repeat(depth)}0${"]}".repeat(depth)}`;
  expect(plainJson(JSON.parse(json)) === json).toBe(true);
});

it("plainJson throws for a value that doubles at every level", () => {
  let value: unknown = 1;
  for (let level = 0; level < 40; level += 1) value = [value, value];
  expect(() => plainJson(value)).toThrow("the context has more than");
}, 30_000);
