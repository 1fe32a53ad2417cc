import fc from "fast-check";
import { expect, it } from "vitest";
import { reviseJsonText } from "./revise-json";

it("reviseJsonText writes the given value, and returns the text itself if the value is unchanged", () => {
  const style = fc.constantFrom(undefined, 1, 2, "\t");
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 4 }),
      fc.jsonValue({ maxDepth: 4 }),
      style,
      (before, after, indent) => {
        const text = JSON.stringify(before, null, indent);
        expect(JSON.parse(reviseJsonText(text, after))).toEqual(JSON.parse(JSON.stringify(after)));
        expect(reviseJsonText(text, before)).toBe(text);
      },
    ),
    { numRuns: 2_000 },
  );
}, 60_000);
