import { describe, expect, it } from "vitest";
import { countTokens } from "../tokens/count-tokens";
import { cutToTokens, summarizeExtractively } from "./summarize";

describe("cutToTokens", () => {
  it.each([
    ["a text that fits", "one two", 2, "one two"],
    ["whole words", "one two three four", 3, "one two three"],
    ["a part of a word that is too long", "abcdefghijklmnopqrstuvwxyz".repeat(40), 3, null],
    ["no half character", "\u{1f600}".repeat(100), 3, null],
    ["nothing if no character fits", "\u{1f600}", 1, ""],
    ["nothing of an empty text", "", 5, ""],
    ["no space after the last word", "one   two three", 2, "one"],
  ])("keeps %s", (_, text, maxTokens, expected) => {
    const cut = cutToTokens(text, maxTokens);
    if (expected !== null) expect(cut).toBe(expected);
    else expect(cut.length).toBeGreaterThan(0);
    expect(text.startsWith(cut)).toBe(true);
    expect(countTokens(cut)).toBeLessThanOrEqual(maxTokens);
    expect(cut).not.toMatch(/[\ud800-\udbff]$/);
  });
});

describe("summarizeExtractively", () => {
  it("splits text at sentence ends and line breaks", () => {
    const source = "claim one!\nclaim two?\tclaim three… 請求です。claim four\n\nrest";
    expect(summarizeExtractively({ text: source, maxTokens: 8 })).toBe("claim one! claim two?");
  });

  it("keeps a text within the limit unchanged, including spaces", () => {
    const text = "alpha.   bravo.\n\n  charlie. ";
    expect(summarizeExtractively({ text, maxTokens: countTokens(text) })).toBe(text);
    expect(summarizeExtractively({ text, maxTokens: countTokens(text) - 1 })).toBe("alpha. charlie.");
  });

  it.each([
    [
      "the first and the last of equal sentences, in order",
      "alpha. bravo. charlie. delta.",
      7,
      "alpha. delta.",
    ],
    [
      "a sentence with frequent words before the first and last",
      "alpha. claim claim. charlie. delta.",
      4,
      "claim claim.",
    ],
    ["no sentence for words of three letters", "alpha. the the the the. delta.", 6, "alpha. delta."],
    ["a sentence for words of four letters", "alpha. with with with. delta.", 5, "with with with."],
    [
      "a sentence that fits if another does not",
      "charlie charlie charlie charlie. alpha. bravo.",
      7,
      "alpha. bravo.",
    ],
    [
      "the start of the best sentence if none fits",
      "charlie bravo. alpha alpha alpha alpha alpha.",
      2,
      "alpha alpha",
    ],
  ])("keeps %s", (_, text, maxTokens, expected) => {
    expect(summarizeExtractively({ text, maxTokens })).toBe(expected);
  });
});
