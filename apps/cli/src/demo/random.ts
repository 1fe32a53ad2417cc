import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Chance that repeats: the same seed gives the same choices in the same order. */
export interface Random {
  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number;
  /** True in `share` of the cases, 0 to 1. */
  isLucky(share: number): boolean;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** `count` different ones, or all where there are fewer, in the order of `choices`. */
  sample<T>(choices: readonly T[], count: number): T[];
  bytes(length: number): Uint8Array;
  /** Chance of its own for a part of the work, so that a change in one part does not reshuffle the others. */
  fork(name: string): Random;
}

export function createRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const integer = (low: number, high: number) => uniformInt(generator, low, high);
  return {
    integer,
    isLucky: (share) => integer(0, 999_999) < share * 1_000_000,
    pick: (choices) => choices[integer(0, choices.length - 1)] ?? choices[0],
    sample: (choices, count) => {
      const left = choices.map((_, index) => index);
      while (left.length > count) left.splice(integer(0, left.length - 1), 1);
      return left.flatMap((index) => choices.slice(index, index + 1));
    },
    bytes: (length) => Uint8Array.from({ length }, () => integer(0, 255)),
    fork: (name) => createRandom(hash(`${seed}/${name}`)),
  };
}

/** FNV-1a, 32 bits (Fowler, Noll, Vo): enough to tell a few hundred names apart. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return state >>> 0;
}
