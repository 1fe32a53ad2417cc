/** An item with two sizes: a compaction, a delegation. */
export type SizePair = { key: string; label: string; before: number; after: number; href?: string };

type DrawnPair = SizePair & {
  /** Widths from 0 to 1, relative to the largest of both sizes. */
  beforeShare: number;
  afterShare: number;
};

/** Scales pairs in the given order, or the `limit` largest (by their larger size) if there are more. */
export function preparePairs(pairs: readonly SizePair[], limit = 12): DrawnPair[] {
  const sizeOf = (pair: SizePair) => Math.max(pair.before, pair.after);
  const isCut = pairs.length > limit;
  const shown = isCut ? [...pairs].sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, limit) : pairs;
  const largest = Math.max(1, ...shown.map(sizeOf));
  return shown.map((pair) => ({
    ...pair,
    beforeShare: pair.before / largest,
    afterShare: pair.after / largest,
  }));
}
