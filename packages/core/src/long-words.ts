/** Shorter words carry grammar, not content. */
const MIN_LENGTH = 4;

/** The longer words and numbers of a text, in small letters, in their order and as often as they occur. */
export function longWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length >= MIN_LENGTH);
}
