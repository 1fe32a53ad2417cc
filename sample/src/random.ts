import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

const HEX = "0123456789abcdef";
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Repeatable random choices: the same seed gives the same choices in the same order. */
export interface Random {
  /** Returns a whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number;
  /** Returns true with the probability `share`, 0 to 1. */
  isLucky(share: number): boolean;
  /** @throws RangeError if there is nothing to choose from. */
  pick<T>(choices: readonly T[]): T;
  /** Returns `count` different choices, or all if there are fewer, in the order of `choices`. */
  sample<T>(choices: readonly T[], count: number): T[];
  bytes(length: number): Uint8Array;
  hex(length: number): string;
  /** Returns letters and digits, as model providers and code hosts use them in ids and keys. */
  base62(length: number): string;
  /**
   * Returns independent random choices for a part of the work, so that a change in one part does not change
   * the others.
   */
  fork(name: string): Random;
}

export function createRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const integer = (low: number, high: number) => uniformInt(generator, low, high);
  const pick = <T>(choices: readonly T[]): T => {
    const index = integer(0, choices.length - 1);
    for (const choice of choices.slice(index, index + 1)) return choice;
    throw new RangeError("nothing to pick from");
  };
  const letters = (alphabet: string, length: number) =>
    Array.from({ length }, () => pick([...alphabet])).join("");
  return {
    integer,
    pick,
    isLucky: (share) => integer(0, 999_999) < share * 1_000_000,
    sample: (choices, count) => {
      const left = [...choices];
      while (left.length > count) left.splice(integer(0, left.length - 1), 1);
      return left;
    },
    bytes: (length) => Uint8Array.from({ length }, () => integer(0, 255)),
    hex: (length) => letters(HEX, length),
    base62: (length) => letters(BASE62, length),
    fork: (name) => createRandom(hash(`${seed}/${name}`)),
  };
}

/** Computes FNV-1a (Fowler, Noll, Vo), 32 bits: enough to distinguish a few hundred names. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193);
  return state >>> 0;
}
