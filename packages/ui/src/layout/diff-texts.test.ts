import { expect, it } from "vitest";
import { diffTexts } from "./diff-texts";

it("numbers the lines of both sides, and marks removed, added and changed ones", () => {
  const rows = diffTexts("a\nb\nc\n", "a\nB\nc\nd\n");
  expect(rows.map(({ before, after, mark }) => [before?.number, before?.text, after?.text, mark])).toEqual([
    [1, "a", "a", undefined],
    [2, "b", "B", "changed"],
    [3, "c", "c", undefined],
    [undefined, undefined, "d", "added"],
  ]);
  expect(diffTexts("a\nb", "a").at(-1)).toMatchObject({ before: { text: "b" }, after: null, mark: "cut" });
  expect(diffTexts("", "a")).toEqual([{ before: null, after: { number: 1, text: "a" }, mark: "added" }]);
});
