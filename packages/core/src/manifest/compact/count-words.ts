/**
 * How many words of two letters or more a line has: numbers, signs
 * and single letters say little by themselves.
 */
export function countWords(text: string): number {
  return text.match(/\p{L}{2,}/gu)?.length ?? 0;
}
