import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonAbridger } from "./abridge-json";

const LONG = 64 * 1024;

function abridge(text: string, { pieceBytes = 10_000, maxBytes = 1_000_000 } = {}): string | null {
  const abridger = new JsonAbridger(maxBytes);
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    abridger.add(bytes.subarray(start, start + pieceBytes));
  }
  return abridger.finish()?.toString() ?? null;
}

describe("JsonAbridger", () => {
  it("removes a long string and keeps everything around it", () => {
    const image = `${"A".repeat(LONG)}"\\é`;
    const line = JSON.stringify({ a: 'short "', image, z: [1, "end"] });
    const bytes = Buffer.byteLength(JSON.stringify(image)) - 2;
    expect(abridge(line)).toBe(line.replace(JSON.stringify(image), () => `"[${bytes} bytes left out]"`));
  });

  it("keeps any JSON without long strings unchanged, in chunks of any size", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), fc.integer({ min: 1, max: 20 }), (text, pieceBytes) => {
        expect(abridge(text, { pieceBytes })).toBe(text);
      }),
    );
  });

  it("keeps only short strings after the first megabyte", () => {
    const texts = Array.from({ length: 100 }, (_, index) => `${index}:${"x".repeat(40_000)}`);
    const abridged = abridge(JSON.stringify(texts), { maxBytes: 2_000_000 }) ?? "";
    expect(abridged.length).toBeLessThan(1_200_000);
    expect(JSON.parse(abridged)).toHaveLength(100);
  });

  it("returns null if the result is still too long, or if a string does not end", () => {
    expect(abridge(JSON.stringify(Array(1_000).fill(1)), { maxBytes: 1_000 })).toBeNull();
    expect(abridge(`{"a":"${"x".repeat(LONG * 2)}`)).toBeNull();
  });
});
