import { expect, it } from "vitest";
import { chooseCompared } from "./compared";

const NOTHING = { before: null, after: null };

it("chooseCompared compares the draft with the live policy, or without a draft the live policy with its predecessor", () => {
  const known = { versions: [3, 2, 1], reported: ["2b85"] };
  expect(chooseCompared(NOTHING, { hasDraft: true, ...known })).toEqual({ before: "live", after: "draft" });
  expect(chooseCompared(NOTHING, { hasDraft: false, ...known })).toEqual({ before: "2", after: "live" });
  const first = { hasDraft: false, versions: [1] };
  expect(chooseCompared(NOTHING, { ...first, reported: ["2b85"] })).toEqual({
    before: "2b85",
    after: "live",
  });
  expect(chooseCompared(NOTHING, { ...first, reported: [] })).toBeNull();
});

it("chooseCompared compares the versions in the URL if they exist", () => {
  const named = { before: "1", after: "draft" };
  const known = { versions: [2, 1], reported: [] };
  expect(chooseCompared(named, { hasDraft: true, ...known })).toEqual(named);
  expect(chooseCompared(named, { hasDraft: false, ...known })).toEqual({
    before: "1",
    after: "live",
  });
});
