import { expect, it } from "vitest";
import { createLineFinder } from "./line-of-pointer";

it("createLineFinder finds the line of a value, or of the nearest container", () => {
  const lineOf = createLineFinder(`\uFEFF{
  "a/b": [
    { "c": 1 },
    { "c": 2,
      "d": [] }
  ]
}`);
  expect(["", "/a~1b", "/a~1b/1", "/a~1b/1/d", "/a~1b/0/missing", "/none"].map(lineOf)).toEqual([
    1, 2, 4, 5, 3, 1,
  ]);
  expect(createLineFinder("{")("/a")).toBeNull();
});
