import cl100k from "js-tiktoken/ranks/cl100k_base";
import o200k from "js-tiktoken/ranks/o200k_base";
import { countPiece } from "./count-piece";
import { endOfCl100kPiece, endOfO200kPiece, type PieceEnd } from "./piece-end";
import { readVocabulary, type Vocabulary } from "./vocabulary";

/** The encodings that Baton counts in, by the names that OpenAI gave them; the first is the default. */
export const ENCODINGS = ["cl100k_base", "o200k_base"] as const;

export type Encoding = (typeof ENCODINGS)[number];

interface Encoder {
  readonly vocabulary: Vocabulary;
  readonly endOfPiece: PieceEnd;
}

const encoders = new Map<Encoding, Encoder>();
const utf8 = new TextEncoder();
/** Short texts, which are most, are spared an allocation: a code unit takes three bytes at most. */
const SHORT = 16_384;
const shortBytes = new Uint8Array(3 * SHORT);

/**
 * Returns the number of tokens of `text` for a model: the result of OpenAI's tiktoken without special tokens,
 * so that `<|endoftext|>` is thirteen ordinary characters. Takes linear time for any text and never throws; a
 * lone surrogate counts as U+FFFD, like in UTF-8. The first call for an encoding loads its vocabulary, which
 * takes as long as 2 MB of prose.
 *
 * @returns an integer, 0 for the empty text.
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

function encoderOf(encoding: Encoding): Encoder {
  const known = encoders.get(encoding);
  if (known !== undefined) return known;
  const made = createEncoder(encoding);
  encoders.set(encoding, made);
  return made;
}

function createEncoder(encoding: Encoding): Encoder {
  switch (encoding) {
    case "cl100k_base":
      return { vocabulary: readVocabulary(cl100k.bpe_ranks), endOfPiece: endOfCl100kPiece };
    case "o200k_base":
      return { vocabulary: readVocabulary(o200k.bpe_ranks), endOfPiece: endOfO200kPiece };
  }
}
