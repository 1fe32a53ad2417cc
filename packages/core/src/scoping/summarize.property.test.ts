import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countTokens } from "../tokens/count-tokens";
import { summarizeExtractively } from "./summarize";

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

  it("stays within the limit, is deterministic, and contains only parts of the text", () => {
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
});
