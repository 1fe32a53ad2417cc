import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Repeatable chance: the same seed gives the same choices in the same order. */
export interface Random {
  /** Returns a whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number;
  /** Returns true in `share` of the cases, 0 to 1. */
  isLucky(share: number): boolean;
  /** @throws RangeError if there are no choices. */
  pick<T>(choices: readonly T[]): T;
  /** Returns `count` different choices, or all if there are fewer, in the order of `choices`. */
  sample<T>(choices: readonly T[], count: number): T[];
  bytes(length: number): Uint8Array;
  /** Returns separate chance for a part of the work, so that a change in one part does not change the others. */
  fork(name: string): Random;
}

export function createRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const integer = (low: number, high: number) => uniformInt(generator, low, high);
  const sample = <T>(choices: readonly T[], count: number) => {
    const left = [...choices];
    while (left.length > count) left.splice(integer(0, left.length - 1), 1);
    return left;
  };
  return {
    integer,
    isLucky: (share) => integer(0, 999_999) < share * 1_000_000,
    pick: (choices) => {
      const index = integer(0, choices.length - 1);
      for (const choice of choices.slice(index, index + 1)) return choice;
      throw new RangeError("nothing to pick from");
    },
    sample,
    bytes: (length) => Uint8Array.from({ length }, () => integer(0, 255)),
    fork: (name) => createRandom(hash(`${seed}/${name}`)),
  };
}

/** Computes FNV-1a (Fowler, Noll, Vo), 32 bits: enough to distinguish a few hundred names. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return state >>> 0;
}
