/** One line of the speed table: what was measured, beside what, and whether it stands at its goal. */
export interface BenchRow {
  readonly what: string;
  /** Each variant by its name, in `unit`; the first is ours. */
  readonly figures: Readonly<Record<string, number>>;
  readonly unit: string;
  /** What the goal is about: ours to its limit or its peer; null where the goal is a figure by itself. */
  readonly ratio: number | null;
  readonly goal: string;
  readonly isMet: boolean;
  /** Why a goal is missed, or what else has to be known to read the figures. */
  readonly note?: string;
}

/**
 * Times variants against each other in turns, so that whatever else the machine does falls on all of them.
 *
 * @param variants by name; each runs a fixed amount of work once.
 * @returns the median time of each, in milliseconds.
 */
export function timeInTurns(
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

/** The middle of some figures; of an even number, the higher of the two. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

/** Whole numbers below `limit`, the same ones in each run (xorshift; Marsaglia 2003). */
export function createSequence(seed = 1): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}
