/** Words shorter than this say how a sentence is built, not what it is about. */
const MIN_LENGTH = 4;

/** The longer words and numbers of a text, in small letters, in their order and as often as they occur. */
export function longWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length >= MIN_LENGTH);
}
