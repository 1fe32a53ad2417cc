/**
 * Returns the part of a sentence or line that is compared with patterns: longer ones say several things, or
 * are data.
 */
export function sentenceStart(text: string): string {
  return text.slice(0, 1_000);
}
