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
  type Vocabulary,
} from "./vocabulary";

/**
 * How many tokens the bytes from `start` up to `end` are, which are one piece of at least one byte: byte pair encoding in linear time,
 * whatever the piece is.
 *
 * By definition the pair of neighbours with the lowest rank is merged, the leftmost of equals first, until no two make a token. Done so,
 * a long piece takes quadratic time. But a row of tokens is the encoding of its bytes exactly when every two neighbours stay apart, that
 * is when the two of them alone are encoded as themselves (van Antwerpen and Neubeck, "So many tokens, so little time", GitHub 2024).
 * So: take the longest token that comes next, a shorter one where it would not stay apart from the one before, and go back where none
 * would. A beginning has one encoding only, hence a place that has failed once fails always, and is left for good.
 *
 * It holds for vocabularies in which every token is merged from two of lower rank, as training makes them; a test goes through all.
 */
export function countPiece(vocabulary: Vocabulary, bytes: Uint8Array, start: number, end: number): number {
  const longest = longestToken(vocabulary, bytes, start, end);
  if (lengthOf(vocabulary, longest) === end - start) return 1;
  return countTokensOf(vocabulary, bytes, start, end, longest);
}

/** Reused from piece to piece: the tokens taken so far, and a 1 for every place that has failed. */
let reusedTokens = new Int32Array(256);
let reusedFailures = new Uint8Array(256);

function countTokensOf(
  vocabulary: Vocabulary,
  bytes: Uint8Array,
  start: number,
  end: number,
  longest: number,
): number {
  if (reusedTokens.length < end - start) {
    reusedTokens = new Int32Array(2 * (end - start));
    reusedFailures = new Uint8Array(2 * (end - start));
  }
  const tokens = reusedTokens;
  const hasFailed = reusedFailures;
  for (let offset = 0; offset < end - start; offset++) hasFailed[offset] = 0;

  let count = 0;
  let place = start;
  let token = longest;
  for (;;) {
    const next = place + lengthOf(vocabulary, token);
    const isOpen = next === end || hasFailed[next - start] === 0;
    if (
      isOpen &&
      (count === 0 || stayApart(vocabulary, bytes, tokens[count - 1] ?? 0, token, place, HIGHEST))
    ) {
      tokens[count++] = token;
      if (next === end) return count;
      place = next;
      token = longestToken(vocabulary, bytes, place, end);
      continue;
    }
    token = shorterToken(vocabulary, token);
    while (token < 0) {
      hasFailed[place - start] = 1;
      token = tokens[--count] ?? 0;
      place -= lengthOf(vocabulary, token);
      token = shorterToken(vocabulary, token);
    }
  }
}

const HIGHEST = 0x7fff_ffff;

/**
 * Whether `left` and `right`, which meet at `place`, stay apart in all merges of a rank below `limit`. Undoes the merges of both, the
 * latest first, and looks each time whether a pair across the border was there to be merged before; of equals the left one is.
 */
function stayApart(
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
      if (leftPart(vocabulary, left) < 0)
        takeApart(vocabulary, bytes, left, place - lengthOf(vocabulary, left));
      left = rightPart(vocabulary, left);
      limit = leftRank;
    } else {
      if (isSingleByte(right)) return true;
      if (leftPart(vocabulary, right) < 0) takeApart(vocabulary, bytes, right, place);
      right = leftPart(vocabulary, right);
      limit = rightRank + 1;
    }
  }
}

/** Finds the two tokens that `token` is merged from; it has two bytes or more and stands at `start`. */
function takeApart(vocabulary: Vocabulary, bytes: Uint8Array, token: number, start: number): void {
  const rank = rankOf(vocabulary, token);
  const end = start + lengthOf(vocabulary, token);
  for (let left = shorterToken(vocabulary, token); left >= 0; left = shorterToken(vocabulary, left)) {
    const place = start + lengthOf(vocabulary, left);
    const right = walk(vocabulary, nodeOf(bytes[place] ?? 0), bytes, place + 1, end);
    const isOlder = right >= 0 && rankOf(vocabulary, right) >= 0 && rankOf(vocabulary, right) < rank;
    if (
      isOlder &&
      rankOf(vocabulary, left) < rank &&
      stayApart(vocabulary, bytes, left, right, place, rank)
    ) {
      setParts(vocabulary, token, left, right);
      return;
    }
  }
  throw new RangeError("The vocabulary has a token that no merge makes.");
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

/** The node that the bytes from `start` up to `end` lead to from `node`; -1 where there is none. */
function walk(vocabulary: Vocabulary, node: number, bytes: Uint8Array, start: number, end: number): number {
  let reached = node;
  for (let at = start; at < end && reached >= 0; at++) reached = childOf(vocabulary, reached, bytes[at] ?? 0);
  return reached;
}
