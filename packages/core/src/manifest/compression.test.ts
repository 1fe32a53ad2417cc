import { describe, expect, it } from "vitest";
import { compressionOf } from "./compression";

describe("compressionOf", () => {
  it("returns a ratio of totals for many manifests", () => {
    const sizes = [
      { manifestTokens: 450, requiredReadingTokens: 0, detailTokens: 10_000 },
      { manifestTokens: 520, requiredReadingTokens: 850, detailTokens: 5_000 },
      { manifestTokens: 580, requiredReadingTokens: 0, detailTokens: 12_000 },
    ];
    const { ofManifest, ofHandoff } = compressionOf(sizes);
    expect(ofHandoff).toBe(11.25);
    expect(ofManifest).toBeCloseTo(27_000 / 1_550, 10);
  });

  it("excludes manifests without sources on both sides", () => {
    const withSources = { manifestTokens: 100, requiredReadingTokens: null, detailTokens: 1_000 };
    const without = { manifestTokens: 900, requiredReadingTokens: 900, detailTokens: null };
    expect(compressionOf([withSources, without, { ...without, detailTokens: 0 }])).toEqual({
      ofManifest: 10,
      ofHandoff: 10,
    });
    expect(compressionOf([without])).toEqual({ ofManifest: null, ofHandoff: null });
    expect(compressionOf([])).toEqual({ ofManifest: null, ofHandoff: null });
  });
});
