const LONG_RUNS = /(\p{M}{30})\p{M}+/gu;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * The form in which a key is compared when something is *blocked*, so that a look-alike of a blocked name
 * is blocked too: NFKC; upper case, then lower case, with `ς` as `σ`; every Default_Ignorable_Code_Point
 * removed (zero width characters, soft hyphen, bidi marks, variation selectors); NFKC again. Lone
 * surrogates stay as they are; it never throws.
 *
 * The steps follow the identifier caseless match of the Unicode Standard (3.13, D147), with upper-then-lower
 * in the place of `toCasefold`, which JavaScript does not have: `ß` and `SS` meet in `ss` (`ẞ`, which is
 * upper case already, becomes `ß`).
 */
export function foldKey(key: string): string {
  if (isAscii(key)) return key.toLowerCase();
  // Runs of marks are cut in what is seen: what is not seen would fill one, and
  // push a mark out that tells two keys apart.
  const seen = key.replace(IGNORABLE, "");
  const shortened = shortenRuns(seen);
  return (shortened === seen ? key : shortened)
    .normalize("NFKC")
    .toUpperCase()
    .toLowerCase()
    .replaceAll("ς", "σ")
    .replace(IGNORABLE, "")
    .normalize("NFKC");
}

/** The form in which a key is compared when something is *allowed*: NFC, and nothing more. */
export function normalizeKey(key: string): string {
  return isAscii(key) ? key : normalizeText(key, "NFC");
}

/**
 * Text in a normal form of Unicode. Of marks that follow each other no more than thirty are kept,
 * as no word has more (UAX 15, stream-safe text): to bring them into their order takes a time
 * that grows with the square of their number.
 */
export function normalizeText(text: string, form: "NFC" | "NFKC"): string {
  return shortenRuns(text).normalize(form);
}

function shortenRuns(text: string): string {
  return text.replace(LONG_RUNS, "$1");
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}
