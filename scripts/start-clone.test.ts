import { expect, test } from "vitest";
import { parseWords } from "./start-clone.mjs";

test("parseWords rejects an unknown word with the usage", () => {
  expect(() => parseWords(["--folow", "x"])).toThrow(/folow.*\n\nnpm start/s);
});

test("parseWords explains an option without “--” before it, of which npm passes on the value alone", () => {
  expect(() => parseWords(["/sessions"])).toThrow("npm start -- --follow PATH");
});

test("parseWords accepts --follow several times", () => {
  expect(parseWords(["--follow", "a", "--follow=b"]).follow).toEqual(["a", "b"]);
});
