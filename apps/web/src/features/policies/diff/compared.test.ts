import { expect, it } from "vitest";
import { chooseCompared } from "./compared";

const NOTHING = { before: null, after: null };

it("compares the draft with what is live, and without a draft what is live with the version before", () => {
  const versions = [3, 2, 1];
  expect(chooseCompared(NOTHING, { hasDraft: true, versions })).toEqual({ before: "live", after: "draft" });
  expect(chooseCompared(NOTHING, { hasDraft: false, versions })).toEqual({ before: "2", after: "live" });
  expect(chooseCompared(NOTHING, { hasDraft: false, versions: [1] })).toBeNull();
});

it("compares what the address names, as far as it is there", () => {
  const named = { before: "1", after: "draft" };
  expect(chooseCompared(named, { hasDraft: true, versions: [2, 1] })).toEqual(named);
  expect(chooseCompared(named, { hasDraft: false, versions: [2, 1] })).toEqual({
    before: "1",
    after: "live",
  });
});
