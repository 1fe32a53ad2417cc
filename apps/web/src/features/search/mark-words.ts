/** A part of a text, and whether it is one of the searched words. */
interface MarkedPart {
  text: string;
  isMatch: boolean;
}

/**
 * Splits a part of a stored line at the searched words. Decodes escapes of JSON, because an excerpt of a
 * line cannot be parsed.
 *
 * @param words in lower case; a match may continue (`claim` marks the beginning of `claims`).
 */
export function markWords(excerpt: string, words: readonly string[]): MarkedPart[] {
  const text = readEscapes(excerpt);
  if (words.length === 0) return [{ text, isMatch: false }];
  const pattern = new RegExp(`(${words.join("|")})`, "giu");
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
    .filter((part) => part.text !== "");
}

function readEscapes(text: string): string {
  return text.replace(/\\(?:[nrt]|u([0-9a-fA-F]{4})|(["\\/]))/g, (_, code?: string, plain?: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return plain ?? " ";
  });
}
