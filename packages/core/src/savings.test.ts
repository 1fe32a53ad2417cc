import { describe, expect, it } from "vitest";
import { netOf, shareOf, shareSaved } from "./savings";

describe("net savings", () => {
  it("are what was removed, less what summarizing used", () => {
    expect(netOf({ savedTokens: 235_276, summarizerTokens: 46_800 })).toBe(188_476);
    expect(netOf({ savedTokens: 10, summarizerTokens: null })).toBe(10);
    expect(netOf({ savedTokens: 10, summarizerTokens: 30 })).toBe(-20);
  });

  it("are a share of what was offered", () => {
    const sums = { beforeTokens: 566_952, savedTokens: 235_276, summarizerTokens: 46_800 };
    expect(shareOf(sums)).toBeCloseTo(0.3324, 4);
    expect(shareOf(sums)).toBe(shareSaved(188_476, 566_952));
  });

  it("are no share if nothing was offered", () => {
    expect(shareOf({ beforeTokens: 0, savedTokens: 0, summarizerTokens: 0 })).toBeNull();
    expect(shareOf({ beforeTokens: null, savedTokens: null, summarizerTokens: null })).toBeNull();
  });
});
