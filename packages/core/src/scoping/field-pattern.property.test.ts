import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeKey, parseFieldPattern } from "./field-pattern";

describe("parseFieldPattern", () => {
  it("parses any key that was escaped", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "grapheme" }), (key) => {
        expect(parseFieldPattern(escapeKey(key))).toEqual({
          ok: true,
          segments: [{ key: key.normalize("NFC"), arrays: 0 }],
        });
      }),
    );
  });
});
