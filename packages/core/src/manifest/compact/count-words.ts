/** Returns the number of words with at least two letters; numbers, signs and single letters say little. */
export function countWords(text: string): number {
  return text.match(/\p{L}{2,}/gu)?.length ?? 0;
}
