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
  it("divides text at the ends of sentences and at line breaks", () => {
    const source = "claim one!\nclaim two?\tclaim three… 請求です。claim four\n\nrest";
    expect(summarizeExtractively({ text: source, maxTokens: 8 })).toBe("claim one! claim two?");
  });
});
