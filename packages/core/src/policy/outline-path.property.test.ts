import fc from "fast-check";
import { expect, it } from "vitest";
import { escapeKey } from "../scoping/field-pattern";
import { readOutlinePath } from "./outline-path";

it("readOutlinePath reads back any path that escapeKey wrote", () => {
  const anyStep = fc.record({ key: fc.string({ unit: "binary" }), arrays: fc.nat(2) });
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 5 }), (written) => {
      const path = written.map(({ key, arrays }) => escapeKey(key) + "[]".repeat(arrays)).join(".");
      const { root, steps } = readOutlinePath(path);
      expect([root, ...steps]).toEqual(written);
    }),
  );
}, 60_000);
