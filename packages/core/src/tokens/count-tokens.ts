import cl100k from "js-tiktoken/ranks/cl100k_base";
import o200k from "js-tiktoken/ranks/o200k_base";

/** The encodings that Baton counts in, by the names of OpenAI's tokenizer; the first is the default. */
export const ENCODINGS = ["cl100k_base", "o200k_base"] as const;

export type Encoding = (typeof ENCODINGS)[number];

/**
 * How many tokens a model sees in `text`: exactly what OpenAI's tiktoken gives when every text, `<|endoftext|>` too, counts as
 * ordinary text. Never throws; a lone surrogate counts as U+FFFD, as UTF-8 encoding makes it.
 *
 * @returns a whole number of tokens, 0 for the empty text.
 */
export function countTokens(text: string, encoding: Encoding = "cl100k_base"): number {
  const { pattern, ranks } = vocabulary(encoding);
  let count = 0;
  for (const [piece] of text.matchAll(pattern)) count += countPiece(binary(piece), ranks);
  return count;
}

interface Vocabulary {
  pattern: RegExp;
  ranks: Map<string, number>;
}

const SOURCES = { cl100k_base: cl100k, o200k_base: o200k };
const vocabularies = new Map<Encoding, Vocabulary>();

function vocabulary(encoding: Encoding): Vocabulary {
  let known = vocabularies.get(encoding);
  if (known === undefined) {
    const { pat_str, bpe_ranks } = SOURCES[encoding];
    const ranks = new Map<string, number>();
    for (const line of bpe_ranks.split("\n")) {
      const [, offset, ...tokens] = line.split(" ");
      tokens.forEach((token, index) => {
        ranks.set(atob(token), Number(offset) + index);
      });
    }
    known = { pattern: new RegExp(pat_str, "gu"), ranks };
    vocabularies.set(encoding, known);
  }
  return known;
}

const encoder = new TextEncoder();

function binary(piece: string): string {
  let bytes = "";
  for (const byte of encoder.encode(piece)) bytes += String.fromCharCode(byte);
  return bytes;
}

function countPiece(piece: string, ranks: Map<string, number>): number {
  if (ranks.has(piece)) return 1;
  const parts = [...piece];
  for (;;) {
    let best = -1;
    let lowest = Number.POSITIVE_INFINITY;
    for (let i = 0; i + 1 < parts.length; i++) {
      const rank = ranks.get(`${parts[i]}${parts[i + 1]}`) ?? Number.POSITIVE_INFINITY;
      if (rank < lowest) [best, lowest] = [i, rank];
    }
    if (best < 0) return parts.length;
    parts.splice(best, 2, `${parts[best]}${parts[best + 1]}`);
  }
}
