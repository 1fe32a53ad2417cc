import { expect, it } from "vitest";
import { pathBelow } from "./path-below";

it("shortens a path by its own root alone", () => {
  expect(pathBelow("/srv/a/b.jsonl", "/srv/a")).toBe("b.jsonl");
  expect(pathBelow("/srv/ab/c.jsonl", "/srv/a")).toBe("/srv/ab/c.jsonl");
  expect(pathBelow("/srv/a/one.jsonl", "/srv/a/one.jsonl")).toBe("/srv/a/one.jsonl");
});

it("takes the root of the file system for a folder too", () => {
  expect(pathBelow("/artifacts/manifest.json", "/")).toBe("artifacts/manifest.json");
});
