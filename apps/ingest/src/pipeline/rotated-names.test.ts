import { basename } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { listOriginals } from "./rotated-names";

/** The expected result for each name. */
function isRotated(name: string, original: string): boolean {
  if (name.startsWith(original)) return /^[.-]\d[\d.T-]*$/.test(name.slice(original.length));
  const dot = original.lastIndexOf(".");
  const [stem, extension] = [original.slice(0, dot), original.slice(dot)];
  if (dot <= 0 || !name.startsWith(stem) || !name.endsWith(extension)) return false;
  return /^[.-]\d{8}[\d.T-]*$/.test(name.slice(stem.length, -extension.length));
}

it("listOriginals returns the names that a rotated name can come from", () => {
  expect(listOriginals("/f.1/a.jsonl.1")).toEqual(["/f.1/a.jsonl"]);
  expect(listOriginals("/f/a.jsonl-20260102")).toEqual(["/f/a.jsonl"]);
  expect(listOriginals("/f/a-20260102.jsonl")).toEqual(["/f/a.jsonl"]);
  expect(listOriginals("/f/a-2.jsonl")).toEqual([]);
  expect(listOriginals("/f/a.jsonl.gz")).toEqual(["/f/a.jsonl"]);
  expect(listOriginals("/f/a.jsonl.1.gz")).toEqual(["/f/a.jsonl.1", "/f/a.jsonl"]);
  expect(listOriginals("/f/a.jsonl-20260102.gz")).toEqual(["/f/a.jsonl-20260102", "/f/a.jsonl"]);
  expect(listOriginals("/f/a.tar.gz")).toEqual([]);
  expect(listOriginals("/f/a.jsonl.2.1")).toEqual(["/f/a.jsonl.2", "/f/a.jsonl"]);
});

const piece = fc.constantFrom("a", ".", "-", "T", "1", "20260102", ".j", ".1", "-20260102");
const name = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""));

it("listOriginals returns every original of a rotated name, and no other", () => {
  fc.assert(
    fc.property(name, name, name, (stem, tail, other) => {
      const whole = stem + tail;
      const originals = listOriginals(`/f/${whole}`).map((path) => basename(path));
      for (const original of [stem, other, `${stem}${/\.[^.]*$/.exec(tail)?.[0] ?? ""}`, ...originals])
        expect([original, originals.includes(original)]).toEqual([original, isRotated(whole, original)]);
    }),
    { numRuns: 2_000 },
  );
});
