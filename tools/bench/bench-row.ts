/** A row of the speed table: a measurement, its comparison, and whether it meets its goal. */
export interface BenchRow {
  readonly what: string;
  /** Value of each variant by name, in `unit`; Baton's is first. */
  readonly figures: Readonly<Record<string, number>>;
  readonly unit: string;
  /** Baton's value ÷ its limit or the other program's value; null if the goal is an absolute value. */
  readonly ratio: number | null;
  readonly goal: string;
  readonly isMet: boolean;
  /** Reason for a missed goal, or other information needed to read the values. */
  readonly note?: string;
}

/**
 * Alternates variants, so that other load on the machine affects all of them.
 *
 * @param variants by name; each runs a fixed amount of work once.
 * @returns the median time of each, in milliseconds.
 */
export function timeAlternately(
  variants: ReadonlyMap<string, () => void>,
  rounds: number,
): ReadonlyMap<string, number> {
  const times = new Map([...variants.keys()].map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of variants) {
      const start = performance.now();
      run();
      times.get(name)?.push(performance.now() - start);
    }
  }
  return new Map([...times].map(([name, samples]) => [name, median(samples)]));
}

/** Returns the median; the higher of the two middle values for an even number. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

/**
 * Returns a function that draws whole numbers below `limit`, the same in each run (xorshift; Marsaglia 2003).
 */
export function createSequence(seed = 1): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}
