import { fetchRanks, readRanks } from "#ranks";
import { countPiece } from "./count-piece";
import type { Encoding } from "./encoding";
import { endOfCl100kPiece, endOfO200kPiece, type PieceEnd } from "./piece-end";
import { readVocabulary, type Vocabulary } from "./vocabulary";

interface Encoder {
  readonly vocabulary: Vocabulary;
  readonly endOfPiece: PieceEnd;
}

const encoders = new Map<Encoding, Encoder>();
const utf8 = new TextEncoder();
/** Most texts are short, so they share a buffer; a code unit takes three bytes at most. */
const SHORT = 16_384;
const shortBytes = new Uint8Array(3 * SHORT);

/**
 * Returns the number of tokens of `text` for a model: the result of OpenAI's tiktoken without special tokens,
 * so that `<|endoftext|>` is thirteen ordinary characters. Takes linear time for any text; a lone surrogate counts as U+FFFD, like in UTF-8. In Node, the first call for an encoding loads its vocabulary,
 * which takes as long as 2 MB of prose; elsewhere, call {@link loadEncoding} first.
 *
 * @returns an integer, 0 for the empty text.
 * @throws Error if the vocabulary is not loaded and cannot be read.
 */
export function countTokens(text: string, encoding: Encoding = "cl100k_base"): number {
  const { vocabulary, endOfPiece } = encoderOf(encoding);
  const isShort = text.length <= SHORT;
  const bytes = isShort ? shortBytes : utf8.encode(text);
  const length = isShort ? utf8.encodeInto(text, shortBytes).written : bytes.length;
  let count = 0;
  for (let start = 0; start < length; ) {
    const end = endOfPiece(bytes, start, length);
    count += countPiece(vocabulary, bytes, start, end);
    start = end;
  }
  return count;
}

/**
 * Loads the vocabulary of an encoding before the first count. Needed outside of Node; in Node, it finds out early
 * that a bundle lacks its rank table.
 *
 * @throws Error if the table cannot be loaded.
 */
export async function loadEncoding(encoding: Encoding = "cl100k_base"): Promise<void> {
  if (!encoders.has(encoding)) addEncoder(encoding, await fetchRanks(encoding));
}

function encoderOf(encoding: Encoding): Encoder {
  return encoders.get(encoding) ?? addEncoder(encoding, readRanks(encoding));
}

const PIECE_ENDS = {
  cl100k_base: endOfCl100kPiece,
  o200k_base: endOfO200kPiece,
} satisfies Record<Encoding, PieceEnd>;

function addEncoder(encoding: Encoding, ranks: Uint8Array): Encoder {
  const encoder = { vocabulary: readVocabulary(ranks), endOfPiece: PIECE_ENDS[encoding] };
  encoders.set(encoding, encoder);
  return encoder;
}
