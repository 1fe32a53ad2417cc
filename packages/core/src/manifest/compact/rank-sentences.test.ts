import { describe, expect, it } from "vitest";
import { rankSentences } from "./rank-sentences";
import { SourceFile } from "./source-text";

const excerptOf = (text: string) => new SourceFile({ path: null, text }).excerpt(0, text.length);
const rank = (...texts: string[]) => rankSentences(texts.map(excerptOf)).map(({ text }) => text);

describe("rankSentences", () => {
  it("ranks the sentence with the most shared words first", () => {
    const ranked = rank(
      "The weather was lovely yesterday.",
      "The export locks orders.",
      "Orders wait because the export locks their table.",
      "Their table grows every month.",
    );
    expect(ranked[0]).toBe("Orders wait because the export locks their table.");
    expect(ranked.at(-1)).toBe("The weather was lovely yesterday.");
  });

  it("keeps the order of sentences without shared words, and removes duplicates", () => {
    expect(rank("Alpha beta", "Gamma delta", "Alpha beta")).toEqual(["Alpha beta", "Gamma delta"]);
    expect(rank()).toEqual([]);
  });

  it("ranks only the 400 sentences with the most frequent words", () => {
    const strangers = Array.from({ length: 420 }, (_, index) => `word${index} thing${index}`);
    const ranked = rank(...strangers, "common export", "common export fails");
    expect(ranked).toHaveLength(400);
    expect(ranked.slice(0, 2).sort()).toEqual(["common export", "common export fails"]);
  });
});
