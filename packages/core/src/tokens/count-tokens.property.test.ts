import fc from "fast-check";
import { get_encoding } from "tiktoken";
import { afterAll, describe, expect, it } from "vitest";
import { sizeOfRun } from "../../test/soak";
import { countTokens } from "./count-tokens";
import { ENCODINGS } from "./encoding";

/**
 * Pieces of text on which counters differ: specials, contractions, runs of white space, scripts, signs, lone
 * surrogates.
 */
const FRAGMENTS = [
  "<|endoftext|>",
  "<|im_start|>",
  "<|",
  "it's",
  "I'LL",
  "'ſt",
  "\u212a",
  " \t ",
  "\r\n\n",
  "   ",
  "\u0085",
  "\ufeff",
  "\u3000\n",
  "漢字かな",
  "👩‍👩‍👧‍👦",
  "a\u0301\u0302",
  "ǅ",
  "ª",
  "\ud800",
  "\udc00x",
  "12345",
  "٣½",
  "naïve",
  "ÜNÏcödé",
  '{"key":[1,2]}',
  "://\n/",
  "\u0000\u0000",
];

const anyRun = fc
  .tuple(
    fc.constantFrom("a", "s", "P", "-", "=", " ", "\n", "ab", "=-", "漢", "😀"),
    fc.integer({ min: 1, max: 300 }),
  )
  .map(([unit, times]) => unit.repeat(times));

const anyText = fc
  .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: "binary" }), fc.string(), anyRun), {
    maxLength: 12,
  })
  .map((parts) => parts.join(""));

/**
 * The reference is OpenAI's own encoder, in Rust, with the tables of Unicode 16. If V8 uses a version later
 * than 17, its new characters may count differently; the test of all characters lists them.
 */
describe.each(ENCODINGS)("countTokens, %s", (encoding) => {
  const reference = get_encoding(encoding);
  const expected = (text: string) => reference.encode(text, [], []).length;
  afterAll(() => reference.free());

  it("equals the reference encoder with special tokens as text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(countTokens(text, encoding)).toBe(expected(text));
      }),
      { numRuns: sizeOfRun({ suite: 200, soak: 5_000 }) },
    );
  }, 120_000);

  it("equals the reference on words without spaces, which have many wrong tokenizations", () => {
    const anyLetters = fc.string({
      unit: fc.constantFrom(..."etaoinshrdlu"),
      minLength: 100,
      maxLength: 600,
    });
    fc.assert(
      fc.property(anyLetters, (text) => {
        expect(countTokens(text, encoding)).toBe(expected(text));
      }),
      { numRuns: sizeOfRun({ suite: 40, soak: 1_000 }) },
    );
  }, 120_000);

  it("equals the reference for every character", () => {
    const differing: string[] = [];
    for (let block = 0; block < 0x11_0000; block += BLOCK) {
      if (!hasKinds(block)) continue;
      const texts = Array.from({ length: BLOCK }, (_, offset) => inContexts(block + offset));
      const whole = texts.join("");
      if (countTokens(whole, encoding) === expected(whole)) continue;
      differing.push(...texts.filter((text) => countTokens(text, encoding) !== expected(text)));
    }
    expect(differing).toEqual([]);
  }, 120_000);
});

const BLOCK = 256;

/** Positions where the class of a character matters: letter, case, mark, number, white space or other. */
function inContexts(codePoint: number): string {
  const character = String.fromCodePoint(codePoint);
  return `${character}\n \n A${character}b'S ${character}${character}x\n`;
}

/** Characters beyond the written scripts and the tags are private or unassigned, so they have no kind. */
function hasKinds(codePoint: number): boolean {
  return codePoint < 0x3_4000 || (codePoint >= 0xe_0000 && codePoint < 0xe_1000);
}
