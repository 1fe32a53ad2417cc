import { randomInt } from "node:crypto";

const SEEDS = 2 ** 32;

/**
 * Chance for one test: pauses, cuts and fates, drawn from a seed. A test that fails prints its
 * seed, and `BATON_SEED` gives it back: the draws are the same then, in the same order; how
 * processes and connections take turns is not.
 *
 * @param onFailed has something done if the test fails, as `onTestFailed` of vitest does.
 * @returns draws a number from 0 to 1, without 1.
 */
export function createChance(onFailed: (tell: () => void) => void): () => number {
  const seed = Number(process.env.BATON_SEED ?? randomInt(SEEDS)) >>> 0;
  onFailed(() => console.error(`Run again with the same chance: BATON_SEED=${seed}`));
  let state = seed;
  // Mulberry32: evenly spread, and of a period that no test comes to the end of.
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / SEEDS;
  };
}
