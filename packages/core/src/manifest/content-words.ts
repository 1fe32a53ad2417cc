import { normalizeText } from "../scoping/fold";

/** How many letters of a word tell it apart: `endpoint` and `endpoints` are one. */
const STEM_LENGTH = 5;

/** Words that say how a sentence is built, not what it is about. */
const FUNCTION_WORDS = new Set(
  (
    "am an as at be by do he if in is it me my no of on or so to up us we " +
    "all and any are but can cannot constraint constraints for from has have into its may must not only other our out " +
    "over shall should than that the their then there these this those was were when which while will with within without"
  ).split(" "),
);

/**
 * The words of a text that say what it is about, by their beginnings: words of two letters
 * or more, units among them, and all numbers.
 */
export function contentWords(text: string): ReadonlySet<string> {
  const words =
    normalizeText(text, "NFKC")
      .toLowerCase()
      .match(/\p{L}+|\p{N}+/gu) ?? [];
  return new Set(
    words
      .filter((word) => /^\p{N}/u.test(word) || (word.length > 1 && !FUNCTION_WORDS.has(word)))
      .map((word) => word.slice(0, STEM_LENGTH)),
  );
}

/** How many words two texts have in common. */
export function countShared(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of words) if (others.has(word)) shared += 1;
  return shared;
}
