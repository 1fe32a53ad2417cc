import { describe, expect, it } from "vitest";
import { markWords } from "./mark-words";

describe("markWords", () => {
  it("marks words in any case, and reads the escapes of JSON", () => {
    expect(markWords('"text":"The Claim\\nis \\"paid\\" in M\\u00fcnchen', ["claim", "münchen"])).toEqual([
      { text: '"text":"The ', isMatch: false },
      { text: "Claim", isMatch: true },
      { text: ' is "paid" in ', isMatch: false },
      { text: "München", isMatch: true },
    ]);
  });

  it("keeps a text without words, and a cut escape, as they are", () => {
    expect(markWords("half an escape \\u00", [])).toEqual([{ text: "half an escape \\u00", isMatch: false }]);
  });
});
