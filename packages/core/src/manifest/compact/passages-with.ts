import { type Artifact, eachPassage } from "./artifact";
import type { HeadingMeaning } from "./heading-meaning";
import {
  FEW_WORDS,
  isInformative,
  isLine,
  MAX_LINE_LENGTH,
  MIN_WORDS,
  SHORT_SENTENCE,
  withoutCode,
} from "./informative";
import { shortenTo } from "./shorten";
import type { Excerpt } from "./source-text";

/**
 * Returns the items with a sentence that matches a cue, and such sentences of paragraphs, in order. Omits rows
 * with many cells, which mean nothing without their columns.
 */
export function passagesWith(artifact: Artifact, cue: RegExp): Excerpt[] {
  return [...eachPassage(artifact)].flatMap(({ passage: { kind, sentences, cells, label }, section }) => {
    const meanings = [...section.recognitions, ...(label?.recognitions ?? [])];
    if (meanings.some(({ meaning }) => ELSEWHERE.has(meaning)) || cells.length > FEW_CELLS) return [];
    const isMatch = ({ text }: Excerpt) => cue.test(withoutCode(text));
    const [first, last] = [sentences[0], sentences.at(-1)];
    if (!first || !last || !sentences.some(isMatch)) return [];
    const whole = first.file.excerpt(first.from, last.to);
    // An item is about one thing; a paragraph can go on to another.
    const isOne = (kind === "item" || label !== null) && isLine(whole);
    const lines = isOne
      ? [whole]
      : sentences.flatMap((one, at) => (isMatch(one) ? withContext(one, sentences[at - 1]) : []));
    return lines.filter((line) => isInformative(line, /\d/.test(line.text) ? FEW_WORDS : MIN_WORDS));
  });
}

/** Returns a sentence of bearable length; a short one with the sentence before it, which names its subject. */
function withContext(sentence: Excerpt, before: Excerpt | undefined): Excerpt[] {
  const both = before && sentence.file.excerpt(before.from, sentence.to);
  const line = both && sentence.text.length <= SHORT_SENTENCE && isLine(both) ? both : sentence;
  return [shortenTo(line, MAX_LINE_LENGTH)].filter((one) => one !== null);
}

const FEW_CELLS = 3;

/** Sections whose lines have parts of their own. */
const ELSEWHERE = new Set<HeadingMeaning>([
  "avoid",
  "rationale",
  "dependencies",
  "provides",
  "required_reading",
]);
