import cl100k from "js-tiktoken/ranks/cl100k_base";
import o200k from "js-tiktoken/ranks/o200k_base";
import { describe, expect, it } from "vitest";
import { readRanks } from "../ranks/read-ranks";
import { childOf, nodeOf, rankOf, readVocabulary, shorterToken, type Vocabulary } from "./vocabulary";

describe.each([
  ["cl100k_base", cl100k.bpe_ranks, 100_256],
  ["o200k_base", o200k.bpe_ranks, 199_998],
] as const)("the vocabulary of %s", (encoding, table, size) => {
  const tokens = table
    .split(" ")
    .slice(2)
    .map((token) => Buffer.from(token, "base64"));
  const vocabulary = readVocabulary(readRanks(encoding));

  it("has every token at its rank", () => {
    expect(tokens.length).toBe(size);
    const wrong = tokens.filter((token, rank) => rankOf(vocabulary, find(vocabulary, token)) !== rank);
    expect(wrong).toEqual([]);
  });

  it("returns the longest shorter token, and -1 without one", () => {
    expect(childOf(vocabulary, find(vocabulary, Buffer.from(" the")), 0xff)).toBe(-1);
    expect(shorterToken(vocabulary, nodeOf(0x61))).toBe(-1);
    const known = new Set(tokens.map((token) => token.toString("latin1")));
    const prefixes = Array.from("international", (_, index) => "international".slice(0, index));
    const shorter = prefixes.findLast((prefix) => known.has(prefix)) ?? "";
    expect(shorterToken(vocabulary, find(vocabulary, Buffer.from("international")))).toBe(
      find(vocabulary, Buffer.from(shorter)),
    );
  });

  /**
   * The precondition of `countPiece`: merging the lowest pair first produces each token, and each merge has a
   * higher rank than the previous one.
   */
  it("has only tokens that result from merges of rising rank", () => {
    const ranks = new Map(tokens.map((token, rank) => [token.toString("latin1"), rank]));
    const strange = tokens.filter((token) => !isMadeByRisingMerges(token.toString("latin1"), ranks));
    expect(strange).toEqual([]);
  }, 120_000);
});

function find(vocabulary: Vocabulary, token: Uint8Array): number {
  const [first = 0, ...rest] = token;
  return rest.reduce((node, byte) => childOf(vocabulary, node, byte), nodeOf(first));
}

function isMadeByRisingMerges(token: string, ranks: ReadonlyMap<string, number>): boolean {
  const parts = [...token];
  let last = -1;
  while (parts.length > 1) {
    let lowest = Number.POSITIVE_INFINITY;
    let place = -1;
    for (let index = 0; index + 1 < parts.length; index++) {
      const rank = ranks.get(`${parts[index]}${parts[index + 1]}`) ?? Number.POSITIVE_INFINITY;
      if (rank < lowest) [lowest, place] = [rank, index];
    }
    // Among consecutive equal ranks, the first is merged first; only then may the rank stay the same.
    if (place < 0 || lowest < last) return false;
    last = lowest;
    parts.splice(place, 2, `${parts[place]}${parts[place + 1]}`);
  }
  return true;
}
