/** Shorter words carry grammar, not content. */
const MIN_LENGTH = 4;

/** Returns the longer words and numbers of a text in lower case, in their order and with repetitions. */
export function longWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length >= MIN_LENGTH);
}
