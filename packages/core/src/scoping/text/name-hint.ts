import { foldKey } from "../fold";

/** More names would make the expression slower than reading the text. */
const MAX_NAMES = 200;

/** Characters that folding removes from ASCII keys. */
const GAP = "[\\0- \\x7f]*";
/** Characters between the words of a label, for `_` and `-` of a name. */
const WORD_GAP = "[\\0- \\x7f_\\u2010-\\u2013-]*";
/** Quotes, emphasis and escapes, then a separator, a delimiter of cells, or the end of a line. */
const AFTER_LABEL = "[\\s\"'`*_\\\\\\])#-]{0,16}(?:[.:=|,;[>\\t\\n]|$)";

/**
 * Characters outside of ASCII that fold to no ASCII character and are visible. All others can hide a name:
 * look-alikes, ligatures, invisible characters.
 */
export const HARMLESS =
  "\\xa1-\\xa9\\xab\\xac\\xae-\\xb1\\xb4-\\xb8\\xbb\\xbf-\\xc5\\xc7-\\xd6\\xd8-\\xde\\xe0-\\xe5\\xe7-\\xff\\u2014\\u2015\\u2017-\\u2023\\u2030-\\u203b\\u20a0-\\u20a7\\u20a9-\\u20b5\\u20b7-\\u20bf\\u2190-\\u21ff\\u2500-\\u2572\\u2574-\\u257f\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fff\\uac00-\\ud7a3";
/** Dashes, which look like the one of ASCII. */
const DASHES = "\\u2010-\\u2013";
const MAY_HIDE_NAME = new RegExp(`[^\\0-\\x7f${HARMLESS}${DASHES}]`);
/** Two expressions that V8 searches far faster than {@link MAY_HIDE_NAME}, which most texts do not need. */
const [OUTSIDE_ASCII, ESCAPE] = [/[^\0-\x7f]+/g, /\\[ux]/];

/**
 * Returns a quick test: false only if no label in a text can be one of the names.
 *
 * @param names blocked names, as policies write them.
 */
export function createNameHint(names: readonly string[]): (text: string) => boolean {
  const folded = [...new Set(names.map(foldKey))];
  if (folded.length === 0) return () => false;
  if (folded.length > MAX_NAMES || folded.some((name) => !/^[\x21-\x7e]+$/.test(name))) return () => true;
  const words = `(?:${folded.map(writePattern).join("|")})`;
  const pattern = new RegExp(`${words}${AFTER_LABEL}|[<:]${words}`, "i");
  return (text) => pattern.test(text) || hasEscape(text) || hidesName(text);
}

/** V8 searches for one character far faster than for an expression. */
function hasEscape(text: string): boolean {
  return text.includes("\\") && ESCAPE.test(text);
}

/** Returns true if a character outside of ASCII can hide a name. */
function hidesName(text: string): boolean {
  const runs = text.match(OUTSIDE_ASCII);
  return runs !== null && MAY_HIDE_NAME.test(runs.length === 1 ? runs[0] : runs.join(""));
}

function writePattern(name: string): string {
  return name
    .split(/[_-]+/)
    .map((word) => [...word].map((character) => character.replace(/[^a-z0-9]/, "\\$&")).join(GAP))
    .join(WORD_GAP);
}
