import { expect, it } from "vitest";
import { chooseCompared } from "./compared";

const NOTHING = { before: null, after: null };

it("chooseCompared compares the draft with the live policy, or without a draft the live policy with its predecessor", () => {
  const versions = [3, 2, 1];
  expect(chooseCompared(NOTHING, { hasDraft: true, versions })).toEqual({ before: "live", after: "draft" });
  expect(chooseCompared(NOTHING, { hasDraft: false, versions })).toEqual({ before: "2", after: "live" });
  expect(chooseCompared(NOTHING, { hasDraft: false, versions: [1] })).toBeNull();
});

it("chooseCompared compares the versions in the URL if they exist", () => {
  const named = { before: "1", after: "draft" };
  expect(chooseCompared(named, { hasDraft: true, versions: [2, 1] })).toEqual(named);
  expect(chooseCompared(named, { hasDraft: false, versions: [2, 1] })).toEqual({
    before: "1",
    after: "live",
  });
});
