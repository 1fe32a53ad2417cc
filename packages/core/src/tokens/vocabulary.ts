/**
 * The tokens of an encoding as a trie over their bytes. A node represents a byte string that some token
 * starts with; its value is the position of its record in `trie`: first the 256 single bytes, then a hash
 * table of all longer nodes by their edge, with linear probing. A record fills half a cache line, so that a
 * step between nodes waits for memory once.
 */
export interface Vocabulary {
  readonly trie: Int32Array;
  /** Nodes of two bytes, by both; -1 without one. */
  readonly pairs: Int32Array;
  /** The hash table has 2 ^ (32 - shift) records. */
  readonly shift: number;
  /** Cached results about pairs of tokens, in pairs of numbers; -1 if empty. */
  readonly verdicts: Int32Array;
}

/** Layout of a record. */
enum Field {
  /** The parent and the last byte, as `parent << 5 | byte`: the low bits of a node are 0. */
  Edge,
  /** Bit n is set if the last byte of some child is n modulo 32: most failing steps end here. */
  Fan,
  /** Merge order of this token, lower is earlier; -1 if the node is only a prefix. */
  Rank,
  /** In bytes; 0 if the record is free. */
  Length,
  /** The two tokens that this one is merged from; -1 until they are known. */
  Left,
  Right,
}
const RECORD_BITS = 3;
/**
 * Half a megabyte of cached results: with a quarter of that, prose misses a third of them, with this a
 * seventh.
 */
export const VERDICT_BITS = 16;
const SINGLE_BYTES_END = 256 << RECORD_BITS;

/** Returns the node of one byte. */
export function nodeOf(byte: number): number {
  return byte << RECORD_BITS;
}

/** Returns true if `node` is one byte; such a node is always a token, without a merge. */
export function isSingleByte(node: number): boolean {
  return node < SINGLE_BYTES_END;
}

/** Returns the child of `node` for `byte`; -1 if no token starts that way. */
export function childOf(vocabulary: Vocabulary, node: number, byte: number): number {
  const { trie, pairs, shift } = vocabulary;
  const edge = (node << 5) | byte;
  if (isSingleByte(node)) return pairs[edge] ?? -1;
  if (((trie[node + Field.Fan] ?? 0) & (1 << byte)) === 0) return -1;
  for (let slot = firstSlot(node, byte, shift); ; slot++) {
    const found = recordOf(slot, shift);
    if (trie[found + Field.Edge] === edge) return found;
    if (trie[found + Field.Length] === 0) return -1;
  }
}

/** Returns the rank of the token at `node`; -1 if it is not a token. */
export function rankOf(vocabulary: Vocabulary, node: number): number {
  return vocabulary.trie[node + Field.Rank] ?? -1;
}

/** Returns the length of `node` in bytes. */
export function lengthOf(vocabulary: Vocabulary, node: number): number {
  return vocabulary.trie[node + Field.Length] ?? 0;
}

/** Returns the longest other token that `node` starts with; -1 for a single byte. */
export function shorterToken(vocabulary: Vocabulary, node: number): number {
  let shorter = node;
  do {
    if (isSingleByte(shorter)) return -1;
    shorter = ((vocabulary.trie[shorter + Field.Edge] ?? 0) >> 8) << RECORD_BITS;
  } while (rankOf(vocabulary, shorter) < 0);
  return shorter;
}

/** Returns the left of the two tokens that `token` is merged from; -1 before `setParts`. */
export function leftPart(vocabulary: Vocabulary, token: number): number {
  return vocabulary.trie[token + Field.Left] ?? -1;
}

/** Returns the right of the two tokens that `token` is merged from; -1 before `setParts`. */
export function rightPart(vocabulary: Vocabulary, token: number): number {
  return vocabulary.trie[token + Field.Right] ?? -1;
}

/** Stores the two tokens that `token` is merged from. */
export function setParts(vocabulary: Vocabulary, token: number, left: number, right: number): void {
  vocabulary.trie[token + Field.Left] = left;
  vocabulary.trie[token + Field.Right] = right;
}

/** Siblings start their search next to each other, so that nodes used together are close in memory. */
function firstSlot(node: number, byte: number, shift: number): number {
  return (Math.imul(node, 0x9e3779b1) >>> shift) + byte;
}

function recordOf(slot: number, shift: number): number {
  return SINGLE_BYTES_END + (((slot << shift) >>> shift) << RECORD_BITS);
}

/** Bytes before the lengths: the number of tokens. */
const HEADER = 4;

/** Reads a rank table as `generate-ranks.ts` writes it. */
export function readVocabulary(table: Uint8Array): Vocabulary {
  const tokens = new DataView(table.buffer, table.byteOffset, table.byteLength).getUint32(0, true);
  const vocabulary = emptyVocabulary(tokens);
  let start = HEADER + tokens;
  for (let rank = 0; rank < tokens; rank++) {
    const end = start + (table[HEADER + rank] ?? 0);
    addToken(vocabulary, table.subarray(start, end), rank);
    start = end;
  }
  return vocabulary;
}

/** A token adds two nodes, so that more than half of the records stay free. */
function emptyVocabulary(tokens: number): Vocabulary {
  const shift = Math.clz32(tokens * 4);
  const records = 1 << (32 - shift);
  const trie = new Int32Array(SINGLE_BYTES_END + (records << RECORD_BITS));
  for (let byte = 0; byte < 256; byte++) trie[nodeOf(byte) + Field.Length] = 1;
  return {
    trie,
    pairs: new Int32Array(1 << 16).fill(-1),
    shift,
    verdicts: new Int32Array(2 << VERDICT_BITS).fill(-1),
  };
}

function addToken(vocabulary: Vocabulary, token: Uint8Array, rank: number): void {
  let node = -1;
  for (const byte of token) node = node < 0 ? nodeOf(byte) : grow(vocabulary, node, byte);
  vocabulary.trie[node + Field.Rank] = rank;
}

/** Returns the child of `node` that ends with `byte`; creates it if it is missing. */
function grow(vocabulary: Vocabulary, node: number, byte: number): number {
  const known = childOf(vocabulary, node, byte);
  if (known >= 0) return known;
  const { trie, pairs, shift } = vocabulary;
  let slot = firstSlot(node, byte, shift);
  while (lengthOf(vocabulary, recordOf(slot, shift)) > 0) slot++;
  const made = recordOf(slot, shift);
  if (isSingleByte(node)) pairs[(node << 5) | byte] = made;
  trie[node + Field.Fan] = (trie[node + Field.Fan] ?? 0) | (1 << byte);
  trie[made + Field.Edge] = (node << 5) | byte;
  trie[made + Field.Rank] = -1;
  trie[made + Field.Length] = lengthOf(vocabulary, node) + 1;
  setParts(vocabulary, made, -1, -1);
  return made;
}
