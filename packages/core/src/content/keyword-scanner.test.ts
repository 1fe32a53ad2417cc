import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KeywordScanner } from "./keyword-scanner";

/** Few letters, so that words overlap and start or end each other. */
const word = fc.string({ unit: fc.constantFrom("a", "b", "B", "_"), minLength: 1, maxLength: 5 });
const text = fc.string({ unit: fc.constantFrom("a", "A", "b", "B", "_", "é", "\u6f00"), maxLength: 40 });

function findAll(words: readonly string[], haystack: string): string[] {
  const found: string[] = [];
  new KeywordScanner(words).some(haystack, (index, end) => {
    found.push(`${index} ${end}`);
    return false;
  });
  return found.sort();
}

/** Finds the words naively, by searching each at every position. */
function findOneByOne(words: readonly string[], haystack: string): string[] {
  return words
    .flatMap((each, index) =>
      Array.from({ length: haystack.length }, (_, start) => start)
        .filter((start) => haystack.slice(start, start + each.length).toLowerCase() === each.toLowerCase())
        .map((start) => `${index} ${start + each.length}`),
    )
    .sort();
}

describe("KeywordScanner", () => {
  it("finds every word at every position, ignoring case", () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), text, (words, haystack) => {
        expect(findAll(words, haystack)).toEqual(findOneByOne(words, haystack));
      }),
      { numRuns: 1_000 },
    );
  });

  it("stops at the first accepted word", () => {
    const asked: number[] = [];
    const isTaken = new KeywordScanner(["one", "two"]).some("two one two", (index) => {
      asked.push(index);
      return index === 0;
    });
    expect([isTaken, asked]).toEqual([true, [1, 0]]);
    expect(new KeywordScanner([]).some("one", () => true)).toBe(false);
  });
});
