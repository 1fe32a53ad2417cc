import { longWords } from "../long-words";
import { countTokens } from "../tokens/count-tokens";

/** A text to shorten. It contains no blocked fields. */
export interface SummaryRequest {
  readonly text: string;
  /** Token limit of the summary (`cl100k_base`). */
  readonly maxTokens: number;
}

export interface Summary {
  readonly text: string;
  /** Tokens used to create it; 0 without a model. */
  readonly tokensUsed: number;
  /** Part of `tokensUsed` that the model wrote, if known. */
  readonly outputTokens?: number;
  /** Name of the model, by which its tokens are priced. */
  readonly model?: string;
}

/**
 * Shortens texts. It may throw: then the extractive summary is used. The caller truncates its result to the
 * limit.
 */
export interface Summarizer {
  summarize(request: SummaryRequest): Promise<Summary>;
}

/** Result of a request for a summary: the summary, no summarizer, or a failure. */
export type SummaryReply = Summary | "not_asked" | "failed";

/** Asks a summarizer. A response that is not a text, or empty, counts as a failure. Never rejects. */
export async function fetchSummary(summarizer: Summarizer, request: SummaryRequest): Promise<SummaryReply> {
  try {
    const reply = await summarizer.summarize(request);
    const text = cutToTokens(reply.text.trim(), request.maxTokens);
    return text === "" ? "failed" : { ...reply, text };
  } catch {
    return "failed";
  }
}

/**
 * Shortens a text to whole sentences in their order: those whose words are most frequent in it. The first and
 * the last sentence, which often state topic and result, count 1.5 times. Deterministic and offline. After H.
 * P. Luhn, "The Automatic Creation of Literature Abstracts", IBM Journal 2 (1958), with the mean frequency of
 * SumBasic (Nenkova and Vanderwende, 2005) as the score.
 *
 * @returns a text of at most `maxTokens` tokens; the text itself if it is not longer.
 */
export function summarizeExtractively({ text, maxTokens }: SummaryRequest): string {
  if (countTokens(text) <= maxTokens) return text;
  const sentences = splitSentences(text);
  const ranked = rankSentences(sentences);
  const chosen = new Set<number>();
  let tokens = 0;
  for (const index of ranked) {
    // One more for the space between sentences, which may merge with neither.
    const size = countTokens(sentences[index] ?? "") + 1;
    if (tokens + size > maxTokens) continue;
    tokens += size;
    chosen.add(index);
  }
  const summary = sentences.filter((_, index) => chosen.has(index)).join(" ");
  return summary === ""
    ? cutToTokens(sentences[ranked[0] ?? 0] ?? "", maxTokens)
    : cutToTokens(summary, maxTokens);
}

/**
 * Returns the longest start of a text with at most `maxTokens` tokens (`cl100k_base`) that bisection finds:
 * whole words if one fits, otherwise whole characters. At most 500,000 characters.
 */
export function cutToTokens(text: string, maxTokens: number): string {
  const candidate = text.slice(0, Math.min(maxTokens * MAX_TOKEN_LENGTH, MAX_CUT_LENGTH));
  if (countTokens(candidate) <= maxTokens) return candidate;
  const fits = (length: number) => countTokens(candidate.slice(0, length)) <= maxTokens;
  const words = [...candidate.matchAll(/\s+/g)].map(({ index }) => index);
  const length = lastThatFits(words, fits) ?? lastThatFits([...candidate].map(endOfCharacter()), fits) ?? 0;
  return candidate.slice(0, length);
}

/**
 * Creates a function that returns the end of each character in UTF-16 units; a surrogate pair is one
 * character.
 */
function endOfCharacter(): (character: string) => number {
  let end = 0;
  return (character) => {
    end += character.length;
    return end;
  };
}

function lastThatFits(lengths: readonly number[], fits: (length: number) => boolean): number | undefined {
  let low = -1;
  let high = lengths.length;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(lengths[middle] ?? 0)) low = middle;
    else high = middle;
  }
  return lengths[low];
}

/** Limit, because a text is counted some twenty times to be truncated. */
const MAX_CUT_LENGTH = 500_000;

/** Maximum characters of a `cl100k_base` token. */
const MAX_TOKEN_LENGTH = 128;

const EDGE_WEIGHT = 1.5;

function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?…])\s+|(?<=[。！？])|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** Returns the positions of the sentences, best first; equal ones by position. */
function rankSentences(sentences: readonly string[]): number[] {
  const wordsOf = sentences.map((sentence) => longWords(sentence));
  const frequencies = new Map<string, number>();
  for (const word of wordsOf.flat()) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  const scores = wordsOf.map((words, index) => {
    const sum = words.reduce((total, word) => total + (frequencies.get(word) ?? 0), 0);
    const isEdge = index === 0 || index === sentences.length - 1;
    return (sum / Math.max(words.length, 1)) * (isEdge ? EDGE_WEIGHT : 1);
  });
  return sentences.map((_, index) => index).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
}
