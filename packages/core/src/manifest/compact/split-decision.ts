import { isFootnote, isInformative, joinSentences } from "./informative";
import { isBalanced, shortenTo } from "./shorten";
import type { Excerpt } from "./source-text";

/** A quoted decision and its reason; null if the source gives none. */
export interface Decision {
  readonly decision: Excerpt;
  readonly rationale: Excerpt | null;
}

/** Minimum words of a decision with a reason, which may be just a name. */
export const NAMED = 2;

/** The limits of a manifest, in code points. */
export const MAX_DECISION = 100;
export const MAX_RATIONALE = 200;

/** Returns the start of sentences as a reason of allowed length. */
export function firstFitting(sentences: readonly Excerpt[]): Excerpt | null {
  const line = joinSentences(sentences, MAX_RATIONALE);
  return line && isInformative(line) ? shortenTo(line, MAX_RATIONALE) : null;
}

/** A sentence that begins with the reason: "To keep the order, messages are sent by one worker". */
export const PURPOSE =
  /^(?:To|Because|Since|As) [^,.;]{10,150},\s+(?=[^.;]*\b(?:should|must|will|we|is|are)\b)/;

/** Words between a decision and its reason, and a reason in brackets at the end. */
export const REASONS = [
  /\s*[,;(—–-]?\s*\b(?=(?:because|(?<!\bha(?:s|ve) )since|so that|in order to|to avoid|to prevent|to keep|to ensure|to enable|to allow|to suppress|due to|where (?:it|they)|which (?:avoids|keeps|prevents)|as required by|per|(?:needed|required) (?:for|by))\b)/,
  /\s+\((?=[^()\d,]+ [^()\d,]+\)\.?$)/,
];

export const CONTRAST = /,\s+(?=(?:not|rather than|instead of|which|with|and|while|but|so|\p{Ll}+ing)\b)/u;

/** The same with less reliable ones, for lines that are known to decide. The text on both sides is kept. */
const TURNS = [
  ...REASONS.slice(0, 1),
  /\s+[—–]\s+|\s+-{1,2}\s+|\s*→\s*/,
  /;\s+/,
  /:\s+/,
  CONTRAST,
  /\s+\((?=[^()]+\)\.?$)/,
  /\s+(?=for (?!an? |the |one |each |all |every |now\b|example|\d))/,
];

/** Splits a sentence that begins with its reason. */
export function splitPurpose(sentence: Excerpt): Decision | null {
  const source = sentence.file.text.slice(sentence.from, sentence.to);
  const length = PURPOSE.exec(source)?.[0].length;
  if (length === undefined) return null;
  const rationale = sentence.file.excerpt(sentence.from, sentence.from + source.lastIndexOf(",", length));
  const decision = shortenTo(sentence.file.excerpt(sentence.from + length, sentence.to), MAX_DECISION);
  return decision && { decision, rationale };
}

/** Returns the length of a reason: without the bracket around it, and what follows a semicolon. */
function endOfReason(text: string, start: number): number {
  const reason = text.slice(start);
  const isBracketed = text.slice(0, start).trim() === "(";
  const end = isBracketed ? reason.lastIndexOf(")") : reason.indexOf("; ");
  return end > 0 ? end : reason.length;
}

/** Longer texts, including white space, have no decision and reason that fit. */
const MAX_SENTENCE = 500;

/** Splits a sentence once into decision and reason, each shortened to its limit. @returns null if it cannot fit. */
export function split(sentence: Excerpt, turns: readonly RegExp[] = TURNS): Decision | null {
  if (sentence.to - sentence.from > MAX_SENTENCE || isFootnote(sentence)) return null;
  const source = sentence.file.text.slice(sentence.from, sentence.to);
  for (const turn of turns) {
    const match = turn.exec(source);
    if (!match || match.index === 0) continue;
    const said = sentence.file.excerpt(sentence.from, sentence.from + match.index);
    const from = sentence.from + match.index + match[0].length;
    const reason = sentence.file.excerpt(
      from,
      from + endOfReason(source.slice(match.index), match[0].length),
    );
    if (!isInformative(said, NAMED) || !isInformative(reason, NAMED) || !isBalanced(said.text)) continue;
    const [decision, rationale] = [shortenTo(said, MAX_DECISION), shortenTo(reason, MAX_RATIONALE)];
    if (decision && rationale) return { decision, rationale };
  }
  const decision = shortenTo(sentence, MAX_DECISION);
  return decision && { decision, rationale: null };
}
