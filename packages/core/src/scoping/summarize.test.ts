import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countTokens } from "../tokens/count-tokens";
import { cutToTokens, summarizeExtractively } from "./summarize";

describe("cutToTokens", () => {
  it.each([
    ["what fits as it is", "one two", 2, "one two"],
    ["whole words", "one two three four", 3, "one two three"],
    ["within a word that is too long by itself", "abcdefghijklmnopqrstuvwxyz".repeat(40), 3, null],
    ["no half of a character", "\u{1f600}".repeat(100), 3, null],
    ["nothing where not one character fits", "\u{1f600}", 1, ""],
    ["nothing of nothing", "", 5, ""],
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
  const sentence = fc.constantFrom(
    "The claim was filed late.",
    "It rained!",
    "Who saw it?",
    "事故です。",
    "no end",
    "x",
  );
  const text = fc.array(fc.oneof(sentence, fc.string()), { maxLength: 30 }).map((parts) => parts.join(" "));

  it("is never over the limit, the same for the same text, and made of the text alone", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 60 }), (source, maxTokens) => {
        const summary = summarizeExtractively({ text: source, maxTokens });
        expect(countTokens(summary)).toBeLessThanOrEqual(maxTokens);
        expect(summarizeExtractively({ text: source, maxTokens })).toBe(summary);
        const squeeze = (value: string) => value.replaceAll(/\s/g, "");
        for (const word of summary.split(/\s+/)) expect(squeeze(source)).toContain(word);
      }),
    );
  });

  it("divides text at the ends of sentences and at line breaks", () => {
    const source = "claim one!\nclaim two?\tclaim three… 請求です。claim four\n\nrest";
    expect(summarizeExtractively({ text: source, maxTokens: 8 })).toBe("claim one! claim two?");
  });
});
