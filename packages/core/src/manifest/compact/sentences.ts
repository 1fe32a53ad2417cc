import { type Excerpt, SourceFile } from "./source-text";

/** A range of a text, in UTF-16 units. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** After these, a dot does not end a sentence. Unicode's rules (UAX 29) know no abbreviations. */
const ABBREVIATION =
  /(?:^|[\s([{"'“‘*_])(?:e\.g|i\.e|vs|cf|viz|approx|ca|incl|excl|resp|al|mr|mrs|ms|dr|prof|sr|jr|z\.\s?b|d\.\s?h|u\.\s?a|bzw|vgl|ggf|\p{L})\.$/iu;

/** After these, a dot before a number does not end a sentence. */
const NUMBERED = /(?:^|[\s([{])(?:nos?|figs?|eq|sec|ch|vol|pp?|art)\.$/i;

const ORDINAL = /^\s*\d+\.$/;

/** Characters allowed after the dot of a sentence: quotes, brackets, emphasis marks. */
const CLOSED = /[.!?…。！？]["'”’)\]}*_~]*$/u;

/**
 * Returns the positions of the sentences in a range of a source. A sentence ends by the rules of Unicode (UAX
 * 29), but not after an abbreviation, before a lower-case letter, or inside a range to keep whole.
 *
 * @param whole ranges to keep whole: code, links, emphasis. In order.
 */
export function findSentences(file: SourceFile, range: Range, whole: readonly Range[]): Excerpt[] {
  const text = file.text.slice(range.from, range.to).replace(/\s/g, " ");
  const sentences: Excerpt[] = [];
  let start = 0;
  let wholeIndex = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    const end = index + segment.length;
    while ((whole[wholeIndex]?.to ?? Number.POSITIVE_INFINITY) <= range.from + end) wholeIndex += 1;
    const isInside = (whole[wholeIndex]?.from ?? Number.POSITIVE_INFINITY) < range.from + end;
    if (end < text.length && (isInside || !endsSentence(text, start, end))) continue;
    const sentence = file.excerpt(range.from + start, range.from + end);
    if (sentence.text !== "") sentences.push(sentence);
    start = end;
  }
  return sentences;
}

/** Returns the number of sentences in plain text. */
export function countSentences(text: string): number {
  return findSentences(new SourceFile({ path: null, text }), { from: 0, to: text.length }, []).length;
}

/** Checks only the end, so that the time is linear in the text. */
function endsSentence(text: string, start: number, end: number): boolean {
  const tail = text.slice(Math.max(start, end - TAIL_LENGTH), end).trimEnd();
  if (!CLOSED.test(tail) || ABBREVIATION.test(tail) || ORDINAL.test(tail)) return false;
  const next = text.slice(end, end + TAIL_LENGTH).trimStart();
  return !/^\p{Ll}/u.test(next) && !(NUMBERED.test(tail) && /^\d/.test(next));
}

const TAIL_LENGTH = 32;
