import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromStorableText, toStorableText } from "./storable-text";

describe("toStorableText", () => {
  it("keeps ordinary text unchanged, including astral characters and line separators", () => {
    for (const text of ["", "plain", "naïve 😀 漢字", "a\u2028b\r\n\t", "\uFFFD\uFEFF\uFFFF"]) {
      expect(toStorableText(text)).toBe(text);
    }
  });

  it("escapes NUL, lone surrogates and its own escape character", () => {
    expect(toStorableText("a\0b")).toBe("a\uFDD00000b");
    expect(toStorableText("\uD800x\uDFFF")).toBe("\uFDD0d800x\uFDD0dfff");
    expect(toStorableText("\uFDD0")).toBe("\uFDD0fdd0");
  });

  it("returns well-formed text without NUL for any input, and is reversible", () => {
    const unit = fc.oneof(
      fc.constantFrom("\0", "\uD800", "\uDC00", "\uFDD0", "0", "d", "😀"),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        const text = units.join("");
        const stored = toStorableText(text);
        expect(stored).not.toMatch(/\p{Surrogate}/u);
        expect(stored).not.toContain("\0");
        expect(fromStorableText(stored)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});
