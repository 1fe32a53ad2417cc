import { randomInt } from "node:crypto";

const SEEDS = 2 ** 32;

/**
 * Creates the random numbers of one test from a seed. A failed test prints its seed, and `BATON_SEED` repeats
 * it: the draws are the same then, in the same order, but the timing of processes and connections is not.
 *
 * @param onFailed registers a function to call if the test fails, like vitest's `onTestFailed`.
 * @returns a function that draws a number from 0 to 1, without 1.
 */
export function createChance(onFailed: (tell: () => void) => void): () => number {
  const seed = Number(process.env.BATON_SEED ?? randomInt(SEEDS)) >>> 0;
  onFailed(() => console.error(`Run again with the same chance: BATON_SEED=${seed}`));
  let state = seed;
  // Mulberry32: evenly distributed, with a period longer than any test.
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / SEEDS;
  };
}
