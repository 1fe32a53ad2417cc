import { expect, test } from "vitest";
import { parseWords } from "./start-clone.mjs";

test("an unknown word is refused with the usage", () => {
  expect(() => parseWords(["--folow", "x"])).toThrow(/folow.*\n\nnpm start/s);
});

test("--follow may be given several times", () => {
  expect(parseWords(["--follow", "a", "--follow=b"]).follow).toEqual(["a", "b"]);
});
