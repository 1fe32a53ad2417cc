import { describe, expect, it } from "vitest";
import { countSentences, findSentences } from "./sentences";
import { SourceFile } from "./source-text";

function split(text: string, whole: { from: number; to: number }[] = []): string[] {
  const file = new SourceFile({ path: null, text });
  return findSentences(file, { from: 0, to: text.length }, whole).map((sentence) => sentence.text);
}

describe("findSentences", () => {
  it.each([
    ["It is slow. It is old.", ["It is slow.", "It is old."]],
    ["Use a queue, e.g. Redis. It is there.", ["Use a queue, e.g. Redis.", "It is there."]],
    ["Written by J. Smith for Dr. Who. Done.", ["Written by J. Smith for Dr. Who.", "Done."]],
    ["See Fig. 3 and No. 7. Then go.", ["See Fig. 3 and No. 7.", "Then go."]],
    ["The answer is no. Try again.", ["The answer is no.", "Try again."]],
    ["Open https://example.org/a.b?c=d. Then read.", ["Open https://example.org/a.b?c=d.", "Then read."]],
    [
      "It runs on Node.js 20.19. It ended in 2025. Next.",
      ["It runs on Node.js 20.19.", "It ended in 2025.", "Next."],
    ],
    [
      "Die Tabelle, z. B. die von Dr. Weiß, bleibt. Gut.",
      ["Die Tabelle, z. B. die von Dr. Weiß, bleibt.", "Gut."],
    ],
    ["これは文です。次の文です。", ["これは文です。", "次の文です。"]],
    ["Is it? Yes! (It is.) “So it is.” Good", ["Is it?", "Yes!", "(It is.)", "“So it is.”", "Good"]],
    ["one line\nand the next. End", ["one line and the next.", "End"]],
  ])("splits %j", (text, sentences) => {
    expect(split(text)).toEqual(sentences);
  });

  it("does not split a range to keep whole", () => {
    const text = "Call `a. B` now. Then stop.";
    expect(split(text, [{ from: 5, to: 11 }])).toEqual(["Call `a. B` now.", "Then stop."]);
  });

  it("counts sentences", () => {
    expect(countSentences("One. Two. Three")).toBe(3);
    expect(countSentences(" ")).toBe(0);
  });
});
