/**
 * Invisible characters, and those that change how others are displayed: controls, formats (including text
 * direction), line separators, and lone surrogates.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Joiners for Persian, Indic scripts and emoji, valid only after a letter or sign beyond ASCII. */
const JOINER = /^[\u200c\u200d]$/;
const JOINED = /[^\p{ASCII}\p{Cc}\p{Cf}\p{Z}]$/u;

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Returns a name with every hidden character as a visible escape: `\u202E`, `\u{E0041}`. */
export function readableName(name: string): string {
  return name.replace(HIDDEN, (character: string, index: number) => {
    if (JOINER.test(character) && JOINED.test(name.slice(Math.max(0, index - 2), index))) return character;
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
  });
}

/**
 * Returns a readable name for use within a text: a right-to-left name does not change the order of the rest.
 */
export function isolateName(name: string): string {
  const readable = readableName(name);
  return RIGHT_TO_LEFT.test(readable) ? `\u2068${readable}\u2069` : readable;
}
