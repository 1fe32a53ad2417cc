import { countWords } from "./count-words";
import { describesFormat } from "./fits-part";
import type { Passage } from "./read-sections";
import { shortenTo } from "./shorten";
import type { Excerpt } from "./source-text";

/** Characters of a summary item, which is one line; more only if its first sentence is longer. */
export const LINE_LENGTH = 160;
export const MAX_LINE_LENGTH = 260;
export const SHORT_SENTENCE = 40;

/** Returns all sentences of a short passage, otherwise its first ones. */
export function wholeOf({ sentences }: Passage): Excerpt | null {
  const [first, last] = [sentences[0], sentences.at(-1)];
  const whole = first && last ? first.file.excerpt(first.from, last.to) : null;
  return whole && isLine(whole) && !endsInColon(whole) ? whole : joinSentences(sentences);
}

/** Returns the first sentence, and more if it is short. */
export function joinSentences(sentences: readonly Excerpt[], length = LINE_LENGTH): Excerpt | null {
  const [first, ...rest] = sentences;
  if (!first) return null;
  if (!isLine(first)) return shortenTo(first, MAX_LINE_LENGTH);
  let line = first;
  for (const next of rest) {
    if (line.text.length >= SHORT_SENTENCE || line.text.length + next.text.length > length) break;
    line = line.file.excerpt(line.from, next.to);
  }
  return line;
}

export function isLine({ text }: Excerpt): boolean {
  return text.length <= MAX_LINE_LENGTH;
}

/**
 * Returns true if a line is informative alone: it has words besides code, introduces nothing, is not a
 * template, and does not report that there is nothing.
 *
 * @param isRule true under a heading of rules, where "Max 3 items" is one.
 */
export function isInformative(excerpt: Excerpt, minWords = MIN_WORDS, isRule = false): boolean {
  if (!isLine(excerpt) || endsInColon(excerpt) || NOTHING.test(excerpt.text)) return false;
  if (FOOTNOTE.test(excerpt.text) || (!isRule && describesFormat(excerpt.text))) return false;
  if (REFERENCE.test(excerpt.text)) return false;
  // A piece of code counts as one word.
  const prose = excerpt.text.replace(/`[^`]*`/g, " code ");
  return countWords(prose) >= (LIMIT.test(prose) ? 1 : minWords) && !PLACEHOLDER.test(prose);
}

export const MIN_WORDS = 3;
export const FEW_WORDS = 2;

/** A limit is short: "Max rounds: 2". */
export const LIMIT = /\b(?:max(?:imum)?|min(?:imum)?|limit)\b[^.;]{0,30}\d/i;

/** Only refers to another place. */
const REFERENCE = /^\W*(?:see|refer to|for (?:more )?details,? see)\b/i;

export function isFootnote({ text }: Excerpt): boolean {
  return FOOTNOTE.test(text);
}

/** A text in italics: a remark about the document. */
const FOOTNOTE = /^(?:_[^_].*_|\*[^*].*[^*]\*)$/;

export function withoutCode(text: string): string {
  return text.replace(/`[^`]*`/g, " ");
}

/** A placeholder of a template. */
const PLACEHOLDER = /\{[^}]*\}|\[(?:todo|tbd|name|date|description)\b/i;

const NOTHING = /^[\s*_`✅-]*(?:none|nothing|n\/a|not applicable|tbd|to be (?:determined|done))\b/i;

export function endsInColon({ text }: Excerpt): boolean {
  return /[:：][\s*_]*$/.test(text);
}
