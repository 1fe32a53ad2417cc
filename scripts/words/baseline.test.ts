import { expect, it } from "vitest";
import { compareCounts, countHits, lowerBaseline, readBaseline } from "./baseline";
import { findHits } from "./find-hits";

const NONE = { ui: 0, messages: 0, docs: 0, comments: 0, tests: 0 };

it("countHits counts hits by class", () => {
  expect(countHits(findHits("docs/page.md", "Nobody knows whoever it is.\n\nNobody."))).toEqual({
    ...NONE,
    docs: 2,
  });
});

it("compareCounts reports a rise with a command to find it, and a fall with one to keep it", () => {
  const { risen, fallen } = compareCounts({ ...NONE, docs: 3, ui: 1 }, { ...NONE, docs: 2, ui: 5 });
  expect(risen).toEqual([
    expect.stringMatching(/^Words in docs: 3 hits, baseline 2\. .*npm run words -- FILE/),
  ]);
  expect(fallen).toEqual([
    expect.stringMatching(/^Words in ui: 1 hits, baseline 5\. .*npm run words -- --lower/),
  ]);
});

it("lowerBaseline lowers a baseline and never raises it", () => {
  expect(lowerBaseline({ ...NONE, docs: 3, ui: 1 }, { ...NONE, docs: 2, ui: 5 })).toEqual({
    ...NONE,
    docs: 2,
    ui: 1,
  });
});

it("readBaseline rejects a baseline without a number", () => {
  expect(() => readBaseline('{ "ui": 1 }')).toThrow("no number for “messages”");
});
