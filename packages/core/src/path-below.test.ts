import { expect, it } from "vitest";
import { pathBelow } from "./path-below";

it("pathBelow shortens a path only by its own root", () => {
  expect(pathBelow("/srv/a/b.jsonl", "/srv/a")).toBe("b.jsonl");
  expect(pathBelow("/srv/ab/c.jsonl", "/srv/a")).toBe("/srv/ab/c.jsonl");
  expect(pathBelow("/srv/a/one.jsonl", "/srv/a/one.jsonl")).toBe("/srv/a/one.jsonl");
});

it("pathBelow accepts the root of the file system as a folder", () => {
  expect(pathBelow("/artifacts/manifest.json", "/")).toBe("artifacts/manifest.json");
});
