/**
 * Invisible characters, and those that change how others are displayed: controls, formats (including text
 * direction), line separators, and lone surrogates.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Joiners for Persian, Indic scripts and emoji, valid only after a letter or sign beyond ASCII. */
const JOINER = /^[\u200c\u200d]$/;
const JOINED = /[^\p{ASCII}\p{Cc}\p{Cf}\p{Z}]$/u;

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Characters that reorder the text after them, or hide words in it. */
const DECEIVING = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** Returns a name with every hidden character as a visible escape: `\u202E`, `\u{E0041}`. */
export function readableName(name: string): string {
  return name.replace(HIDDEN, (character: string, index: number) => {
    if (JOINER.test(character) && JOINED.test(name.slice(Math.max(0, index - 2), index))) return character;
    return escapeOf(character);
  });
}

/** Returns a text with the characters as visible escapes that reorder it or hide words. Lines stay lines. */
export function readableText(text: string): string {
  return text.replace(DECEIVING, escapeOf);
}

/** Splits a name into its start and the number that tells it from others of its name (` #12`), empty without one. */
export function splitNumber(name: string): [string, string] {
  const number = / #\d{1,6}$/.exec(name)?.[0] ?? "";
  return [name.slice(0, name.length - number.length), number];
}

/** Returns a text on one line, with hidden characters as visible escapes. */
export function oneLine(text: string): string {
  return readableName(text.replace(/\s+/g, " ").trim());
}

function escapeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}

/**
 * Returns a readable name for use within a text: a right-to-left name does not change the order of the rest.
 */
export function isolateName(name: string): string {
  const readable = readableName(name);
  return RIGHT_TO_LEFT.test(readable) ? `\u2068${readable}\u2069` : readable;
}
