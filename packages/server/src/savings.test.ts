import { mapCauses } from "@baton/core/internal";
import { describe, expect, it } from "vitest";
import {
  causeField,
  grossOf,
  mapCauseFields,
  netOf,
  savedBy,
  shareOf,
  shareSaved,
  unattributedOf,
} from "./savings";

describe("net savings", () => {
  it("are the tokens removed minus those of summarizing", () => {
    expect(netOf({ savedTokens: 235_276, summarizerTokens: 46_800 })).toBe(188_476);
    expect(netOf({ savedTokens: 10, summarizerTokens: null })).toBe(10);
    expect(netOf({ savedTokens: 10, summarizerTokens: 30 })).toBe(-20);
  });

  it("are the share saved when divided by the tokens offered", () => {
    const sums = { beforeTokens: 566_952, savedTokens: 235_276, summarizerTokens: 46_800 };
    expect(shareOf(sums)).toBeCloseTo(0.3324, 4);
    expect(shareOf(sums)).toBe(shareSaved(188_476, 566_952));
  });

  it("have no share if nothing was offered", () => {
    expect(shareOf({ beforeTokens: 0, savedTokens: 0, summarizerTokens: 0 })).toBeNull();
    expect(shareOf({ beforeTokens: null, savedTokens: null, summarizerTokens: null })).toBeNull();
  });
});

describe("savings by cause", () => {
  it("have a field for each cause", () => {
    expect([causeField("mode"), causeField("not_allowed")]).toEqual(["savedByMode", "savedByNotAllowed"]);
    expect(mapCauses((cause) => cause.length).not_allowed).toBe(11);
    expect(Object.keys(mapCauseFields(() => 0))).toEqual([
      "savedByMode",
      "savedByNotAllowed",
      "savedByBlocked",
      "savedByDropped",
      "savedByRedacted",
      "savedByExtracted",
      "savedBySummarized",
    ]);
  });

  it("add up to the gross, together with savings without a cause", () => {
    const sums = { ...mapCauseFields(() => 10), savedByDropped: 200, savedTokens: 340, addedTokens: -20 };
    expect([savedBy(sums, "dropped"), grossOf(sums), unattributedOf(sums)]).toEqual([200, 360, 100]);
    expect(savedBy({ ...sums, savedByMode: null }, "mode")).toBe(0);
  });
});
