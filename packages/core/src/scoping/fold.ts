import { LATIN_LOOKALIKES } from "./latin-lookalikes";

const LONG_RUNS = /(\p{M}{30})\p{M}+/gu;
/**
 * White space, control and format characters, the Braille blank, and characters that Unicode says to ignore.
 */
const UNSEEN = /[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** The ASCII part of {@link UNSEEN}. */
const UNSEEN_ASCII = /[\0- \x7f]/g;

/** ASCII appearance of characters of other scripts, from the data of UTS 39. */
export const LATIN_PROTOTYPES = new Map(
  Object.entries(LATIN_LOOKALIKES).flatMap(([prototype, characters]) =>
    [...characters].map((character) => [character, prototype] as const),
  ),
);

/**
 * Folds a key for comparison with a blocked name: NFKC; upper case, then lower case, with `ς` as `σ`; removes
 * all white space and invisible characters; NFKC again. Keeps lone surrogates; never throws.
 *
 * The steps follow the identifier caseless match of the Unicode Standard (3.13, D147), with upper-then-lower
 * instead of `toCasefold`, which JavaScript lacks: `ß` and `SS` both become `ss` (`ẞ`, which is upper case
 * already, becomes `ß`).
 */
export function foldKey(key: string): string {
  if (isAscii(key)) return key.replace(UNSEEN_ASCII, "").toLowerCase();
  // Long runs of marks are cut after unseen characters are removed: these could fill a run, and
  // push out a mark that tells two keys apart.
  const seen = key.replace(UNSEEN, "");
  const shortened = shortenRuns(seen);
  return (shortened === seen ? key : shortened)
    .normalize("NFKC")
    .toUpperCase()
    .toLowerCase()
    .replaceAll("ς", "σ")
    .replace(UNSEEN, "")
    .normalize("NFKC");
}

/**
 * Returns the forms of a key for *blocking*, so that look-alikes of a blocked name are blocked too: its
 * {@link foldKey}, and for a non-ASCII key its skeletons (UTS 39), with letters of other scripts replaced by
 * similar ASCII letters. Two keys match if they share a form. A character that looks like both `l` and `i`
 * gives two skeletons.
 */
export function foldForms(key: string): readonly string[] {
  const folded = foldKey(key);
  if (isAscii(key)) return [folded];
  const skeletons = ["l", "i"].flatMap((letter) => [
    toLatin(folded, letter),
    // Some letters look Latin only as capitals.
    toLatin(foldKey(toLatin(key, letter)), letter),
  ]);
  return [...new Set([folded, ...skeletons.map(foldKey)])];
}

function toLatin(key: string, letter: string): string {
  // NFKC changes the lunate sigma, which looks like an ASCII letter, to another sigma.
  const lunate = key.replaceAll("ϲ", "c").replaceAll("Ϲ", "C");
  const latin = [...normalizeText(lunate, "NFKC")].map((character) => {
    const prototype = LATIN_PROTOTYPES.get(character);
    if (prototype === "l") return letter;
    // UTS 39 writes `m` as `rn`.
    return prototype === "rn" ? "m" : (prototype ?? character);
  });
  return latin.join("");
}

/** Returns the form in which keys are compared for *allowing*: NFC only. */
export function normalizeKey(key: string): string {
  return isAscii(key) ? key : normalizeText(key, "NFC");
}

/**
 * Normalizes text to a Unicode form. Keeps at most thirty consecutive marks, more than any word has (UAX 15,
 * stream-safe text), because sorting them takes quadratic time.
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
