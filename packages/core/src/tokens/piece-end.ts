import { Kind, kindOf } from "./code-point-kind";

/**
 * Returns the end of the piece that starts at `start`; `bytes` is valid UTF-8 up to `end`, and `start` <
 * `end`.
 */
export type PieceEnd = (bytes: Uint8Array, start: number, end: number) => number;

const LETTER = Kind.Upper | Kind.Lower | Kind.Caseless;
const SYMBOL = Kind.Mark | Kind.Other;
const SPACE = Kind.Blank | Kind.Newline;
/** Kinds before the lower-case part of an o200k word, and kinds of that part. */
const HEAD = Kind.Upper | Kind.Caseless | Kind.Mark;
const TAIL = Kind.Lower | Kind.Caseless | Kind.Mark;
const HEAD_OR_TAIL = Kind.Caseless | Kind.Mark;

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const BLANK = 0x20;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;

/**
 * Splits as cl100k's pattern does, by hand, since a backtracking engine takes most of the
 * time of a count and may overflow on long runs:
 *
 *     '(?i:[sdmt]|ll|ve|re) | [^\r\n\p{L}\p{N}]?\p{L}+ | \p{N}{1,3} |
 *     ?[^\s\p{L}\p{N}]+[\r\n]* | \s*[\r\n]+ | \s+(?!\S) | \s+
 */
export function endOfCl100kPiece(bytes: Uint8Array, start: number, end: number): number {
  const lead = bytes[start] ?? 0;
  const kind = kindAt(bytes, start);
  if (kind & LETTER) return skip(bytes, start, end, LETTER);
  const second = start + widthOf(lead);
  if (kind === Kind.Number) return endOfNumber(bytes, start, end);
  if (lead === APOSTROPHE) {
    const contraction = endOfContraction(bytes, start, end);
    if (contraction > start) return contraction;
  }
  if (kind === Kind.Newline || second === end) return endOfSymbolsOrSpace(bytes, start, end, false);
  if (kindAt(bytes, second) & LETTER) return skip(bytes, second, end, LETTER);
  return endOfSymbolsOrSpace(bytes, start, end, false);
}

/**
 * Splits as o200k's pattern does, where `Head` is `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`, `Tail` is
 * `[\p{Ll}\p{Lm}\p{Lo}\p{M}]` and `Short` is `(?i:'s|'t|'re|'ve|'m|'ll|'d)?`:
 *
 *     [^\r\n\p{L}\p{N}]?Head*Tail+Short | [^\r\n\p{L}\p{N}]?Head+Tail*Short | \p{N}{1,3} |
 *     ?[^\s\p{L}\p{N}]+[\r\n/]* | \s*[\r\n]+ | \s+(?!\S) | \s+
 */
export function endOfO200kPiece(bytes: Uint8Array, start: number, end: number): number {
  const kind = kindAt(bytes, start);
  if (kind === Kind.Number) return endOfNumber(bytes, start, end);
  if (kind === Kind.Newline) return endOfSymbolsOrSpace(bytes, start, end, true);
  const word = endOfWord(bytes, start, end, kind);
  if (word === start) return endOfSymbolsOrSpace(bytes, start, end, true);
  return bytes[word] === APOSTROPHE ? endOfContraction(bytes, word, end) : word;
}

/**
 * Matches the two alternatives for words, without `Short`; returns `start` without a match. A mark may be the
 * prefix or belong to the word.
 */
function endOfWord(bytes: Uint8Array, start: number, end: number, kind: number): number {
  if (kind & LETTER) return endOfHeadAndTail(bytes, start, end) || skip(bytes, start, end, HEAD);
  const second = start + widthOf(bytes[start] ?? 0);
  const withTail = endOfHeadAndTail(bytes, second, end);
  if (withTail > 0) return withTail;
  if (kind === Kind.Mark) return second;
  const head = skip(bytes, second, end, HEAD);
  return head > second ? head : start;
}

/** Returns the end of `Head*Tail+`, which gives back as much of `Head` as `Tail` needs; 0 without a match. */
function endOfHeadAndTail(bytes: Uint8Array, start: number, end: number): number {
  let tail = 0;
  let at = start;
  while (at < end) {
    const kind = kindAt(bytes, at);
    if (kind === Kind.Lower) return skip(bytes, at, end, TAIL);
    if ((kind & HEAD) === 0) break;
    at += widthOf(bytes[at] ?? 0);
    if (kind & HEAD_OR_TAIL) tail = at;
  }
  return tail;
}

/** `\p{N}{1,3}` */
function endOfNumber(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  for (let digits = 0; digits < 3 && at < end && kindAt(bytes, at) === Kind.Number; digits++) {
    at += widthOf(bytes[at] ?? 0);
  }
  return at;
}

/**
 * Matches `'(?i:[sdmt]|ll|ve|re)` from an apostrophe on, where `ſ` is an `s` in another case; returns `start`
 * without a match.
 */
function endOfContraction(bytes: Uint8Array, start: number, end: number): number {
  if (start + 1 >= end) return start;
  const first = (bytes[start + 1] ?? 0) | 0x20;
  if (CONTRACTED.has(first)) return start + 2;
  if (start + 2 >= end) return start;
  const second = bytes[start + 2] ?? 0;
  if (bytes[start + 1] === 0xc5 && second === 0xbf) return start + 3;
  return CONTRACTED.has((first << 8) | second | 0x20) ? start + 3 : start;
}

const CONTRACTED = new Set(
  ["s", "d", "m", "t", "ll", "ve", "re"].map((letters) =>
    [...letters].reduce((code, letter) => (code << 8) | letter.charCodeAt(0), 0),
  ),
);

/**
 * Matches ` ?[^\s\p{L}\p{N}]+[\r\n]*`, with `slash` also `/` among the line breaks, and otherwise the three
 * alternatives for space.
 */
function endOfSymbolsOrSpace(bytes: Uint8Array, start: number, end: number, slash: boolean): number {
  const first = bytes[start] === BLANK ? start + 1 : start;
  let at = skip(bytes, first, end, SYMBOL);
  if (at === first) return endOfSpace(bytes, start, end);
  for (; at < end; at++) {
    const byte = bytes[at];
    if (byte !== LINE_FEED && byte !== RETURN && !(slash && byte === SLASH)) break;
  }
  return at;
}

/**
 * Matches `\s*[\r\n]+|\s+(?!\S)|\s+`: up to the last line break of the run, or up to its end without the
 * character that a following word takes.
 */
function endOfSpace(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  let last = start;
  let afterNewline = start;
  while (at < end) {
    const kind = kindAt(bytes, at);
    if ((kind & SPACE) === 0) break;
    last = at;
    at += widthOf(bytes[at] ?? 0);
    if (kind === Kind.Newline) afterNewline = at;
  }
  if (afterNewline > start) return afterNewline;
  return at === end || last === start ? at : last;
}

/** Returns the end of the run of `kinds` from `start` on. */
function skip(bytes: Uint8Array, start: number, end: number, kinds: number): number {
  const ascii = ASCII;
  let at = start;
  while (at < end) {
    const lead = bytes[at] ?? 0;
    const kind = lead < 0x80 ? (ascii[lead] ?? 0) : kindOf(codePointAt(bytes, at, lead));
    if ((kind & kinds) === 0) break;
    at += widthOf(lead);
  }
  return at;
}

const ASCII = Uint8Array.from({ length: 0x80 }, (_, codePoint) => kindOf(codePoint));

function kindAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  return lead < 0x80 ? (ASCII[lead] ?? 0) : kindOf(codePointAt(bytes, at, lead));
}

function widthOf(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

function codePointAt(bytes: Uint8Array, at: number, lead: number): number {
  const second = (bytes[at + 1] ?? 0) & 0x3f;
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | second;
  const third = (bytes[at + 2] ?? 0) & 0x3f;
  if (lead < 0xf0) return ((lead & 0x0f) << 12) | (second << 6) | third;
  return ((lead & 0x07) << 18) | (second << 12) | (third << 6) | ((bytes[at + 3] ?? 0) & 0x3f);
}
