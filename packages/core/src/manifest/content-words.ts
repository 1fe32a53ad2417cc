import { normalizeText } from "../scoping/fold";

/** Letters that identify a word: `endpoint` and `endpoints` are the same. */
const STEM_LENGTH = 5;

/** Words of grammar, not of content. */
const FUNCTION_WORDS = new Set(
  (
    "am an as at be by do he if in is it me my no of on or so to up us we " +
    "all and any are but can cannot constraint constraints for from has have into its may must not only other our out " +
    "over shall should than that the their then there these this those was were when which while will with within without"
  ).split(" "),
);

/**
 * Returns the content words of a text by their stems: words of at least two letters, units, and all numbers.
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

/** Returns the number of words that two texts share. */
export function countShared(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of words) if (others.has(word)) shared += 1;
  return shared;
}
