import fc from "fast-check";
import { get_encoding } from "tiktoken";
import { afterAll, describe, expect, it } from "vitest";
import { countTokens, ENCODINGS } from "./count-tokens";

/** Pieces of text on which counters differ: specials, contractions, runs of white space, scripts, signs, halves of pairs. */
const FRAGMENTS = [
  "<|endoftext|>",
  "<|im_start|>",
  "it's",
  "I'LL",
  " \t ",
  "\r\n\n",
  "   ",
  "a".repeat(70),
  "漢字かな",
  "👩‍👩‍👧‍👦",
  "\ud800",
  "\udc00x",
  "12345",
  "naïve",
  "Ünïcödé",
  '{"key":[1,2]}',
  "://",
  "\u0000",
];

const anyText = fc
  .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: "binary" }), fc.string()), {
    maxLength: 12,
  })
  .map((parts) => parts.join(""));

/**
 * The reference is OpenAI's own encoder, in Rust. Its tables of Unicode differ from V8's where code points were newly
 * assigned, and it takes `ſ` for an `s` in contractions: texts that hold such are left out here, not counted as equal.
 */
const HAS_OTHER_TABLES = /ſ|K|\p{Unassigned}/u;

describe.each(ENCODINGS)("countTokens, %s", (encoding) => {
  const reference = get_encoding(encoding);
  afterAll(() => reference.free());

  it("equals the reference encoder, specials taken as text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        fc.pre(!HAS_OTHER_TABLES.test(text));
        expect(countTokens(text, encoding)).toBe(reference.encode(text, [], []).length);
      }),
      { numRuns: 500 },
    );
  }, 60_000);

  it.each([
    ["one letter", "a".repeat(100_000)],
    ["spaces", " ".repeat(100_000)],
    ["mixed white space", " \t\n\r ".repeat(20_000)],
    ["digits", "1".repeat(100_000)],
    ["signs", "!".repeat(100_000)],
    ["one script", "漢字".repeat(50_000)],
    ["emoji", "👩‍👩‍👧‍👦".repeat(9_000)],
  ])("ends soon on 100 kB of %s, where a quadratic counter takes minutes", (_, text) => {
    const begin = performance.now();
    expect(countTokens(text, encoding)).toBeGreaterThan(0);
    // A hang guard, at far more than ten times what it takes; the figure itself is a line of the bench.
    expect(performance.now() - begin).toBeLessThan(10_000);
  });
});
