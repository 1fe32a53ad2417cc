/** Character kinds in the patterns of the encodings, one bit each, so that a set of kinds is a sum. */
export const Kind = {
  /** `\p{Lu}` and `\p{Lt}` */
  Upper: 1,
  /** `\p{Ll}` */
  Lower: 2,
  /** `\p{Lm}` and `\p{Lo}` */
  Caseless: 4,
  /** `\p{M}` */
  Mark: 8,
  /** `\p{N}` */
  Number: 16,
  /** CR and LF */
  Newline: 32,
  /** `\s` but for CR and LF */
  Blank: 64,
  Other: 128,
} as const;

/**
 * Letters, marks and numbers added in Unicode 17. The reference (tiktoken 0.9 to 0.12 with Unicode 16) treats
 * them as unassigned, independent of the JavaScript engine.
 */
const AFTER_UNICODE_16: readonly (readonly [first: number, last: number])[] = [
  [0x088f, 0x088f],
  [0x0c5c, 0x0c5c],
  [0x0cdc, 0x0cdc],
  [0x1acf, 0x1add],
  [0x1ae0, 0x1aeb],
  [0xa7ce, 0xa7cf],
  [0xa7d2, 0xa7d2],
  [0xa7d4, 0xa7d4],
  [0xa7f1, 0xa7f1],
  [0x10940, 0x10959],
  [0x10ec5, 0x10ec7],
  [0x10efa, 0x10efb],
  [0x11b60, 0x11b67],
  [0x11db0, 0x11ddb],
  [0x11de0, 0x11de9],
  [0x16ea0, 0x16eb8],
  [0x16ebb, 0x16ed3],
  [0x16ff2, 0x16ff6],
  [0x187f8, 0x187ff],
  [0x18d09, 0x18d1e],
  [0x18d80, 0x18df2],
  [0x1e6c0, 0x1e6de],
  [0x1e6e0, 0x1e6f5],
  [0x1e6fe, 0x1e6ff],
  [0x2b73a, 0x2b73f],
  [0x2cea2, 0x2cead],
  [0x323b0, 0x33479],
];

/** The first match counts. Rust's `\s` is White_Space, which includes U+0085 but not U+FEFF. */
const KINDS: readonly (readonly [RegExp, number])[] = [
  [/[\r\n]/u, Kind.Newline],
  [/\p{White_Space}/u, Kind.Blank],
  [/[\p{Lu}\p{Lt}]/u, Kind.Upper],
  [/\p{Ll}/u, Kind.Lower],
  [/\p{L}/u, Kind.Caseless],
  [/\p{M}/u, Kind.Mark],
  [/\p{N}/u, Kind.Number],
];

/** Kinds by code point; 0 until first used. Memory is allocated by page, so unused scripts cost nothing. */
const known = new Uint8Array(0x11_0000);

/** Returns the kind of a code point (0 to 0x10FFFF) by the reference's Unicode tables. */
export function kindOf(codePoint: number): number {
  return known[codePoint] || classify(codePoint);
}

function classify(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  const isUnassigned = AFTER_UNICODE_16.some(([first, last]) => first <= codePoint && codePoint <= last);
  const fitting = isUnassigned ? undefined : KINDS.find(([pattern]) => pattern.test(character));
  const kind = fitting?.[1] ?? Kind.Other;
  known[codePoint] = kind;
  return kind;
}
