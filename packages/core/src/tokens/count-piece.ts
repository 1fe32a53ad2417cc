import {
  childOf,
  isSingleByte,
  leftPart,
  lengthOf,
  nodeOf,
  rankOf,
  rightPart,
  setParts,
  shorterToken,
  VERDICT_BITS,
  type Vocabulary,
} from "./vocabulary";

/**
 * Returns the number of tokens of the bytes from `start` up to `end`, which are one piece of at least one
 * byte: byte pair encoding in linear time for any piece.
 *
 * By definition, the neighboring pair with the lowest rank is merged, the leftmost of equals first, until no
 * pair is a token. That takes quadratic time. But a row of tokens is the encoding of its bytes exactly when
 * every two neighbors stay apart, that is, when the two alone are encoded as themselves (van Antwerpen and
 * Neubeck, "So many tokens, so little time", GitHub 2024). So: take the longest next token, or a shorter one
 * if it would merge with the previous one, and go back if none works. Each prefix has one encoding, so a
 * position that failed once always fails.
 *
 * This requires a vocabulary in which every token is merged from two of lower rank, as training creates them;
 * a test checks all tokens.
 */
export function countPiece(vocabulary: Vocabulary, bytes: Uint8Array, start: number, end: number): number {
  const longest = longestToken(vocabulary, bytes, start, end);
  if (lengthOf(vocabulary, longest) === end - start) return 1;
  return search(vocabulary, bytes, start, end, longest);
}

/** Shared by all short pieces: the tokens taken so far, and a 1 for every position that failed. */
const sharedTokens = new Int32Array(1024);
const sharedFailures = new Uint8Array(1024);

/** Counts a piece that is longer than its longest token. */
function search(
  vocabulary: Vocabulary,
  bytes: Uint8Array,
  start: number,
  end: number,
  longest: number,
): number {
  const size = end - start;
  const isShort = size <= sharedTokens.length;
  const tokens = isShort ? sharedTokens : new Int32Array(size);
  const hasFailed = isShort ? sharedFailures : new Uint8Array(size);
  if (isShort) for (let offset = 0; offset < size; offset++) hasFailed[offset] = 0;

  let count = 0;
  let place = start;
  let token = longest;
  // A long run of one character consists of equal tokens shorter than the longest match, so the last one is
  // tried first.
  let isAgain = false;
  for (;;) {
    const next = place + lengthOf(vocabulary, token);
    const isOpen = next === end || hasFailed[next - start] === 0;
    if (isOpen && (count === 0 || stayApart(vocabulary, bytes, takenAt(tokens, count - 1), token, place))) {
      tokens[count++] = isAgain ? ~token : token;
      if (next === end) return count;
      place = next;
      isAgain = isRepeated(bytes, place, lengthOf(vocabulary, token), end);
      if (!isAgain) token = longestToken(vocabulary, bytes, place, end);
      continue;
    }
    token = isAgain ? longestToken(vocabulary, bytes, place, end) : shorterToken(vocabulary, token);
    isAgain = false;
    while (token < 0) {
      hasFailed[place - start] = 1;
      count--;
      const taken = takenAt(tokens, count);
      place -= lengthOf(vocabulary, taken);
      const wasAgain = (tokens[count] ?? 0) < 0;
      token = wasAgain ? longestToken(vocabulary, bytes, place, end) : shorterToken(vocabulary, taken);
    }
  }
}

/** The complement marks a token that was tried before all longer ones. */
function takenAt(tokens: Int32Array, index: number): number {
  const taken = tokens[index] ?? 0;
  return taken < 0 ? ~taken : taken;
}

/** Returns true if the `length` bytes before `place` are repeated after it. */
function isRepeated(bytes: Uint8Array, place: number, length: number, end: number): boolean {
  if (place + length > end) return false;
  for (let at = place; at < place + length; at++) {
    if (bytes[at] !== bytes[at - length]) return false;
  }
  return true;
}

/** Returns true if `left` and `right`, which meet at `place`, are the encoding of both together. */
function stayApart(
  vocabulary: Vocabulary,
  bytes: Uint8Array,
  left: number,
  right: number,
  place: number,
): boolean {
  const { verdicts } = vocabulary;
  const slot = ((Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b)) >>> (32 - VERDICT_BITS)) << 1;
  const known = verdicts[slot + 1] ?? 0;
  if (verdicts[slot] === left && known >> 1 === right) return (known & 1) === 1;
  const verdict = stayApartBelow(vocabulary, bytes, left, right, place, HIGHEST_RANK);
  verdicts[slot] = left;
  verdicts[slot + 1] = (right << 1) | (verdict ? 1 : 0);
  return verdict;
}

const HIGHEST_RANK = 0x7fff_ffff;

/**
 * Returns true if `left` and `right` stay apart in all merges of a rank below `limit`. Undoes the merges of
 * both, latest first, and checks each time if a pair across the border could have merged before; of equals,
 * the left one.
 */
function stayApartBelow(
  vocabulary: Vocabulary,
  bytes: Uint8Array,
  left: number,
  right: number,
  place: number,
  limit: number,
): boolean {
  for (;;) {
    const across = walk(vocabulary, left, bytes, place, place + lengthOf(vocabulary, right));
    const rank = across < 0 ? -1 : rankOf(vocabulary, across);
    if (rank >= 0 && rank < limit) return false;
    const leftRank = rankOf(vocabulary, left);
    const rightRank = rankOf(vocabulary, right);
    if (leftRank > rightRank) {
      if (isSingleByte(left)) return true;
      if (leftPart(vocabulary, left) < 0) parse(vocabulary, bytes, left, place - lengthOf(vocabulary, left));
      left = rightPart(vocabulary, left);
      limit = leftRank;
    } else {
      if (isSingleByte(right)) return true;
      if (leftPart(vocabulary, right) < 0) parse(vocabulary, bytes, right, place);
      right = leftPart(vocabulary, right);
      limit = rightRank + 1;
    }
  }
}

/** Finds the two tokens that `token` is merged from; it has at least two bytes and is at `start`. */
function parse(vocabulary: Vocabulary, bytes: Uint8Array, token: number, start: number): void {
  const rank = rankOf(vocabulary, token);
  const end = start + lengthOf(vocabulary, token);
  for (let left = shorterToken(vocabulary, token); left >= 0; left = shorterToken(vocabulary, left)) {
    const place = start + lengthOf(vocabulary, left);
    const right = walk(vocabulary, nodeOf(bytes[place] ?? 0), bytes, place + 1, end);
    const isOlder = right >= 0 && rankOf(vocabulary, right) >= 0 && rankOf(vocabulary, right) < rank;
    if (
      isOlder &&
      rankOf(vocabulary, left) < rank &&
      stayApartBelow(vocabulary, bytes, left, right, place, rank)
    ) {
      setParts(vocabulary, token, left, right);
      return;
    }
  }
  throw new RangeError("The vocabulary has a token that no merge produces.");
}

function longestToken(vocabulary: Vocabulary, bytes: Uint8Array, start: number, end: number): number {
  let node = nodeOf(bytes[start] ?? 0);
  let longest = node;
  for (let at = start + 1; at < end; at++) {
    node = childOf(vocabulary, node, bytes[at] ?? 0);
    if (node < 0) break;
    if (rankOf(vocabulary, node) >= 0) longest = node;
  }
  return longest;
}

/** Returns the node for the bytes from `start` up to `end` below `node`; -1 without one. */
function walk(vocabulary: Vocabulary, node: number, bytes: Uint8Array, start: number, end: number): number {
  let reached = node;
  for (let at = start; at < end && reached >= 0; at++) reached = childOf(vocabulary, reached, bytes[at] ?? 0);
  return reached;
}
